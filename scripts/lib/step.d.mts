/** Does the work; `loud`: its tools write to the terminal themselves, and the output is empty. */
export type StepWork = (loud: boolean) => Promise<{ code: number; output: string }>
export type StepOutput = { write(text: string): unknown }
export function wantsDetails(environment?: Record<string, string | undefined>): boolean
export function runStep(
  step: { title: string; log: string },
  work: StepWork,
  to?: StepOutput,
): Promise<number>
