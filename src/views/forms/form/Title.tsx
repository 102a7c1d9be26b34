import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  className: string
  /** It stands in place of what was pressed: the keys go on here. */
  takesFocus: boolean
  children: ReactNode
}

export function Title({ className, takesFocus, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has come
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [])
  return (
    <h1 ref={heading} className={className} tabIndex={takesFocus ? -1 : undefined}>
      {children}
    </h1>
  )
}
