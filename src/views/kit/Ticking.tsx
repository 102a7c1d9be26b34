import { type ReadonlySignal, useSignalEffect } from '@preact/signals-react'
import { useRef } from 'react'

interface Props {
  text: ReadonlySignal<string>
  className?: string
}

/** A text that changes all the time: it is written without rendering anything. */
export function Ticking({ text, className }: Props) {
  const span = useRef<HTMLSpanElement>(null)
  useSignalEffect(() => {
    const words = text.value
    const node = span.current?.firstChild
    if (node) node.nodeValue = words
  })
  return (
    <span ref={span} className={className}>
      {text.peek()}
    </span>
  )
}
