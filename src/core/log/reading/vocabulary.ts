// Whose words a log is in.
import type { LogHeader } from '../../contracts/log.ts'
import { schemasDigest } from '../upcast.ts'

/** Whether a log was written with the vocabulary of this build: where it was not, what an event means may have changed on purpose. */
export const isOurs = ({ schemas }: LogHeader): boolean => schemas === schemasDigest()
