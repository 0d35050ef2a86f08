// `npm run prove`: proofs that take too long, or too many resources, for a test.
import { ensureWebBuilt } from '../scripts/lib/build-web.mjs'
import { readArguments } from '../scripts/lib/command.mjs'
import { proofs } from './prove/list.ts'
import { ArgumentProblem } from './prove/proof.ts'

const { words } = readArguments({
  name: 'prove',
  about: 'Shows what no test can, on a server and a database of its own; ends with 1 where it does not hold.',
  choices: Object.fromEntries(Object.entries(proofs).map(([name, { about }]) => [name, about])),
  words: [
    {
      name: 'what',
      about: Object.entries(proofs)
        .flatMap(([name, { argument }]) => (argument ? [`of ${name} ${argument}`] : []))
        .join('; '),
    },
  ],
})
const [name = '', argument] = words
const proof = proofs[name]
const obstacle = proof?.findObstacle?.(argument)
try {
  if (obstacle) console.log(`skipped: ${obstacle}`)
  else if (proof?.opensWeb && (await ensureWebBuilt()) !== 0) process.exitCode = 1
  else process.exitCode = (await proof?.run(argument)) ? 0 : 1
} catch (error) {
  if (!(error instanceof ArgumentProblem)) throw error
  console.error(`${error.message} npm run prove -- --help lists what there is.`)
  process.exitCode = 2
}
