/**
 * The work of a step. If `loud`, its tools write to the terminal directly and `output` is empty. If the step fails, `shown`
 * replaces the end of the output.
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
