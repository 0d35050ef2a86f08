import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readEnv, secretSettingNames } from '../apps/server/src/platform/env.ts'
import { serverNodeOptions } from './lib/server-memory.mjs'

const read = (file: string) => readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8')
const settings = Object.keys(readEnv({}))

describe('env.example', () => {
  const entries = [...read('env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )

  it('names only settings that exist, and the host for Caddy', () => {
    const names = entries.map(([name]) => name).filter(it => it !== 'MUSTER_HOST')
    expect(names.filter(it => !settings.includes(it))).toEqual([])
    expect(names.length).toBeGreaterThan(10)
  })

  it('has only values that the server accepts', () => {
    expect(() => readEnv(Object.fromEntries(entries))).not.toThrow()
  })
})

it.each(['compose.yml', 'compose.many.yml'])('%s passes secrets in files of settings that exist', file => {
  const names = [...read(file).matchAll(/^ +(\w+)_FILE: \/run\/secrets\//gm)].map(([, name]) => name)
  expect(names).toContain('DATABASE_URL')
  expect(names.filter(it => it !== 'POSTGRES_PASSWORD' && !secretSettingNames.includes(it ?? ''))).toEqual([])
})

it.each(['compose.yml', 'compose.many.yml'])('%s pins every image', file => {
  const images = [...read(file).matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image)
  expect(images.length).toBeGreaterThan(1)
  for (const image of images) expect(image).toMatch(/:\d+\.\d+/)
})

it('the unit and the image start Node with the options of npm start', () => {
  for (const option of serverNodeOptions) {
    expect(read('muster.service')).toContain(` ${option} `)
    expect(read('Dockerfile')).toContain(`"${option}"`)
  }
})

it('nginx.conf replaces the forwarded address of a client and passes on upgrades', () => {
  expect(read('nginx.conf')).toMatch(/X-Forwarded-For \$remote_addr;/)
  expect(read('nginx.conf')).not.toMatch(/X-Forwarded-For \$proxy_add/)
  expect(read('nginx.conf')).toMatch(/Upgrade \$http_upgrade;/)
})
