import { type ComponentProps, type ReactNode, useState } from 'react'
import { useBackOnline } from './useBackOnline.ts'

interface Props extends Omit<ComponentProps<'img'>, 'onError'> {
  /** Empty where there is none. */
  src: string
  alt: string
  /** What stands there when there is no picture, or it does not load. */
  instead: ReactNode
}

/** A picture, or what stands for it (SHELL-052); one that did not load is tried again once the connection is back. */
export function Picture({ src, alt, instead, ...image }: Props) {
  const [lost, setLost] = useState('')
  const isLost = src !== '' && lost === src
  useBackOnline(isLost, () => setLost(''))
  if (src === '' || isLost) return instead
  return <img {...image} src={src} alt={alt} decoding="async" onError={() => setLost(src)} />
}
