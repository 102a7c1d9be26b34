import { type ComponentProps, type ReactNode, useState } from 'react'

interface Props extends Omit<ComponentProps<'img'>, 'onError'> {
  /** Empty where there is none. */
  src: string
  alt: string
  /** What stands there when there is no picture, or it does not load. */
  instead: ReactNode
}

/** A picture, or what stands for it (SHELL-052). */
export function Picture({ src, alt, instead, ...image }: Props) {
  const [lost, setLost] = useState('')
  if (src === '' || lost === src) return instead
  return <img {...image} src={src} alt={alt} decoding="async" onError={() => setLost(src)} />
}
