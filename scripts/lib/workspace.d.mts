import type { SpawnOptions } from 'node:child_process'

/** Runs a program and captures its output. The code is 1 if it cannot be started or a signal ends it. */
export function runQuietly(
  command: string,
  args: string[],
  options?: SpawnOptions,
): Promise<{ code: number; output: string }>
