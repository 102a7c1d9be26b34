import { spinner } from './Spinner.css.ts'

/** A ring that says work goes on; the control around it carries `aria-busy`. */
export function Spinner({ size = 16, stroke = 2 }: { size?: number; stroke?: number }) {
  return (
    <svg className={spinner} width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <circle
        cx="8"
        cy="8"
        r={8 - (stroke * 8) / size}
        stroke="currentColor"
        strokeWidth={(stroke * 16) / size}
        pathLength="100"
        strokeDasharray="72 28"
        strokeLinecap="round"
      />
    </svg>
  )
}
