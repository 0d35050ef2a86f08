import { spawnSync } from 'node:child_process'
import { isShort } from '../short-form.ts'
import { openAutocannon } from './loader-autocannon.ts'
import { openWrk } from './loader-wrk.ts'
import type { Sender } from './seed.ts'

export type LoadOptions = {
  readonly connections: number
  readonly seconds: number
  /** Limits the rate to about this many requests per second; without it, the server sets the pace. */
  readonly perSecond?: number
  /** Readings per request; one by default. */
  readonly readings?: number
}

export type LoadResult = {
  readonly perSecond: number
  /** The number of responses with status 200, and the number of all other outcomes. */
  readonly answered: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export type Loader = {
  readonly name: string
  run(path: string, options: LoadOptions): Promise<LoadResult>
}

/**
 * Opens wrk if it is installed, because it is written in C and leaves most of the cores to the measured system; otherwise opens
 * autocannon.
 */
export async function openLoader(dir: string, origin: string, senders: readonly Sender[]): Promise<Loader> {
  const hasWrk = spawnSync('wrk', ['-v']).error === undefined
  return hasWrk && !isShort ? openWrk(dir, origin, senders) : openAutocannon(origin, senders)
}
