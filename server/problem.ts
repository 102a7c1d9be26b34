/** Why the server cannot start, in one sentence that says what to do. Printed as is; the exit code is 1. */
export class StartProblem extends Error {
  override name = 'StartProblem'
}
