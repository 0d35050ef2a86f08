import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

const isProduct = path =>
  /\.(ts|tsx|css|sql|mjs)$/.test(path) && !/\.test\.tsx?$|\/testing\/|\.generated\.|\/test-/.test(path)

/** Describes the size of the product without tests and generated files. A new feature should lower the lines a procedure. */
export function describeProductSize() {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }
  const paths = execFileSync('git', ['ls-files', 'apps', 'packages'], options)
    .trim()
    .split('\n')
    .filter(isProduct)
  const countLines = path => readFileSync(join(root, path), 'utf8').split('\n').length - 1
  const lines = paths.reduce((sum, path) => sum + countLines(path), 0)
  const calls = readFileSync(
    join(root, 'apps/server/src/app/testing/access-table/calls.generated.ts'),
    'utf8',
  ).match(/^ {2}'/gm)
  const each = Math.round(lines / (calls?.length ?? Number.NaN))
  return `${lines.toLocaleString('en')} product lines in ${paths.length.toLocaleString('en')} files, ${each} a procedure`
}
