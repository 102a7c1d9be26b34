/** How a text begins that a spreadsheet takes for a formula, full width and behind spaces too (OWASP, CSV injection). */
export const FORMULA = /^[\s\p{Cc}]*[=+\-@\t\r＝＋－＠]/u
