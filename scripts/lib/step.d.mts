/**
 * The work of a step. With `loud` its tools write to the terminal themselves, and `output` is empty. `shown` replaces the end of
 * the output when the step fails.
 */
export type StepWork = (
  loud: boolean,
) => Promise<{ code: number; output: string; shown?: string | undefined }>
export type StepOutput = { write(text: string): unknown }
export function wantsDetails(environment?: Record<string, string | undefined>): boolean
export function runStep(
  step: { title: string; log: string },
  work: StepWork,
  to?: StepOutput,
): Promise<number>
