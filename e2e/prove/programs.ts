import { spawnSync } from 'node:child_process'

/** Returns a sentence with the remedy if a program is not installed. */
export const findProgramObstacle = (program: string, remedy: string): string | undefined =>
  spawnSync(program, ['--help']).error && `${program} is not installed (${remedy}).`
