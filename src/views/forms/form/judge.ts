/** Holds what a form's fields hold against its rules. */
import type { ObjectSchema } from 'yup'

export interface Judged<V> {
  /** By name of the field, the first of each. */
  readonly errors: Readonly<Record<string, string>>
  /** What is sent; null while something is wrong. */
  readonly sent: V | null
}

/** Rules in yup, or, of a form that stands before anything else is here, in a function of its own. */
export type Rules<V extends object> = ObjectSchema<V> | ((values: V) => Judged<V>)

/**
 * Judges at once: answers of asynchronous rules overtake each other, and formik's own way to yup turns empty texts into
 * none before they are judged.
 */
export function judge<V extends object>(rules: Rules<V>, values: object): Judged<V> {
  if (typeof rules === 'function') return rules(values as V)
  try {
    return { errors: {}, sent: rules.validateSync(values, { abortEarly: false }) as V }
  } catch (error) {
    if (!isYups(error)) throw error
    const errors: Record<string, string> = {}
    for (const { path, message } of error.inner.length > 0 ? error.inner : [error]) errors[path ?? ''] ??= message
    return { errors, sent: null }
  }
}

/** An error of yup's. */
interface YupFault {
  readonly path?: string
  readonly message: string
}

/** As yup's own `ValidationError.isError` tells: a form whose rules are none of yup's has to do without yup. */
const isYups = (error: unknown): error is YupFault & { readonly inner: readonly YupFault[] } =>
  error instanceof Error && error.name === 'ValidationError' && 'inner' in error
