import { runTests, type Variables } from './run-tests.ts'

/** One of the proofs of `npm run prove`. */
export type Proof = {
  readonly about: string
  /** The meaning of the argument, for the help. */
  readonly argument?: string
  /** Returns the reason why this machine cannot run the proof; undefined if it can. */
  readonly findObstacle?: (argument: string | undefined) => string | undefined
  /** Whether a browser opens the web app, which is built first. */
  readonly opensWeb?: boolean
  /** Resolves to true if the proof holds. Throws an ArgumentProblem for an invalid argument. */
  readonly run: (argument: string | undefined) => boolean | Promise<boolean>
  readonly short: ShortForm
  /** The variables that select the long form of the test files it runs. */
  readonly variables?: readonly string[]
}

/** The form in which `npm test` plays a proof. All tests also try the obstacle and an invalid argument. */
export type ShortForm =
  /** An argument with which it takes seconds, whether its figures pass or not. */
  | { readonly argument: string }
  /** Test files of the run that play the same with fewer people, times or cases. */
  | { readonly tests: readonly string[] }
  /** The reason why the run can play no part of it. */
  | { readonly tooHeavy: string }

export class ArgumentProblem extends Error {}

type Count = { readonly usual: number; readonly most: number; readonly of: string; readonly note?: string }

/** The argument of a proof that is a number, and the proof run with it. */
export const withCount = (
  { usual, most, of, note = '' }: Count,
  run: (count: number) => Promise<boolean>,
): Pick<Proof, 'argument' | 'run'> => ({
  argument: `how many ${of} (${usual.toLocaleString('en')}${note})`,
  run: text => {
    const count = text === undefined ? usual : Number(text)
    if (Number.isInteger(count) && count > 0 && count <= most) return run(count)
    throw new ArgumentProblem(`"${text}" is no number of ${of}.`)
  },
})

type TestProof = Pick<Proof, 'argument' | 'run' | 'short' | 'variables'>

/** Test files that the proof runs in their long form, which these variables select. */
export const withTests = (tests: readonly string[], variables: Variables): TestProof => ({
  run: () => runTests(tests, variables),
  short: { tests },
  variables: Object.keys(variables),
})

/** Test files whose number of runs is in variables. `share`: the part of the count that each variable gets */
export const withTestRuns = (
  count: Count,
  tests: readonly string[],
  share: Readonly<Record<string, number>>,
): TestProof => ({
  ...withCount(count, runs => {
    const toRuns = ([name, part]: [string, number]) => [name, String(Math.ceil(runs * part))]
    return runTests(tests, Object.fromEntries(Object.entries(share).map(toRuns)))
  }),
  short: { tests },
  variables: Object.keys(share),
})
