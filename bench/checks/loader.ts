import { spawnSync } from 'node:child_process'
import { openAutocannon } from './loader-autocannon.ts'
import { openWrk } from './loader-wrk.ts'
import type { Sender } from './seed.ts'

export type LoadOptions = {
  readonly connections: number
  readonly seconds: number
  /** Hold back to about this many requests a second; without it, as many as the server answers. */
  readonly perSecond?: number
  /** Readings in each request; one unless said otherwise. */
  readonly readings?: number
}

export type LoadResult = {
  readonly perSecond: number
  /** Answers of status 200, and everything else. */
  readonly answered: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export type Loader = {
  readonly name: string
  run(path: string, options: LoadOptions): Promise<LoadResult>
}

/** wrk where it is installed: written in C, it leaves the most of the cores to what is measured. Else autocannon. */
export async function openLoader(dir: string, origin: string, senders: readonly Sender[]): Promise<Loader> {
  const hasWrk = spawnSync('wrk', ['-v']).error === undefined
  return hasWrk ? openWrk(dir, origin, senders) : openAutocannon(origin, senders)
}
