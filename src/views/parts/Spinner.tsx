import { spinner } from './Spinner.css.ts'

/** A ring that says work goes on; the control around it carries `aria-busy`. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <svg className={spinner} width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <circle
        cx="8"
        cy="8"
        r="6.5"
        stroke="currentColor"
        strokeWidth="2"
        pathLength="100"
        strokeDasharray="72 28"
        strokeLinecap="round"
      />
    </svg>
  )
}
