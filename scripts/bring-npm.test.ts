import { afterEach, expect, it, vi } from 'vitest'
// @ts-expect-error plain JavaScript, because it must run before anything is installed
import * as bring from './lib/bring-npm.mjs'

type Npm = { readonly command: string; readonly prefix: readonly string[] }

afterEach(() => {
  vi.unstubAllEnvs()
  bring.removeBroughtNpm()
})

/** Chooses an npm for an install that was started by the npm of `node`, in a process on Node 24. */
async function chooseNpm(node: string, code = 0) {
  vi.stubEnv('npm_execpath', `/old/${node}/npm-cli.js`)
  vi.stubEnv('npm_node_execpath', `/old/${node}/node`)
  const answer = async (npm: Npm, args: readonly string[]) => {
    expect([npm.command, ...npm.prefix]).toEqual([`/old/${node}/node`, `/old/${node}/npm-cli.js`])
    return args[0] === 'version'
      ? { code: 0, output: JSON.stringify({ npm: '10.8.2', node }) }
      : { code, output: '' }
  }
  return bring.chooseNpm(answer, answer) as Promise<{ npm?: Npm; code?: number }>
}

it.each(['18.20.8', '20.20.2', '22.23.3'])(
  'npm with Node %s brings Node 24 before it installs',
  async node => {
    const { npm } = await chooseNpm(node)
    expect(npm?.command).toMatch(/[\\/]\.muster[\\/]install[\\/].*[\\/]node(\.exe)?$/)
  },
)

it('npm with Node 24 installs itself', async () => {
  expect((await chooseNpm('24.21.0')).npm?.command).toBe('/old/24.21.0/node')
})

it('an old npm that cannot bring Node 24 says how it failed', async () => {
  expect(await chooseNpm('20.20.2', 7)).toEqual({ code: 7, output: '' })
})
