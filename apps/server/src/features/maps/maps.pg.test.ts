import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@muster/domain/role.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedApp, serveApp } from '../../app/testing/served-app.ts'
import { factories } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase
let served: ServedApp
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'muster-maps-'))
  await mkdir(join(dataDir, 'maps'))
  served = await serveApp(database.url, { sharedFolder: dataDir })
})
afterAll(async () => {
  await served.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const key = 'AIza-a_key-of-the-tests-0123456789'

async function as(role: Role) {
  const { token } = await factories(served.db).user({ role })
  return async (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => {
    const answer = await served.app.inject({
      method,
      url: `/api/maps/${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body ? { payload: body } : {}),
    })
    return { status: answer.statusCode, body: answer.json(), text: answer.body }
  }
}

const readPolicy = async (url: string) => {
  const { headers } = await served.app.inject({ url })
  return String(headers['content-security-policy'])
}
const policy = () => readPolicy('/livez')

describe('the base map of the installation', () => {
  it('is OpenFreeMap until a super admin, and nobody else, chooses; choosing it counts as a choice', async () => {
    const member = await as('app_user')
    expect((await member('GET', 'base')).body.base).toEqual({ kind: 'openfreemap' })
    const other = { base: { kind: 'openfreemap' }, placeSearch: 'photon' }
    for (const role of ['admin', 'client_admin', 'zone_manager_rw', 'app_user'] as const) {
      const call = await as(role)
      expect((await call('PUT', 'settings', other)).status, role).toBe(403)
      expect((await call('GET', 'settings')).status, role).toBe(403)
    }
    const superAdmin = await as('super_admin')
    expect((await superAdmin('GET', 'settings')).body).toMatchObject({ chosen: false, placeSearch: 'none' })
    expect((await superAdmin('PUT', 'settings', other)).body).toMatchObject({
      chosen: true,
      placeSearch: 'photon',
      hosts: ['https://tiles.openfreemap.org'],
    })
    expect((await superAdmin('PUT', 'settings', { placeSearch: 'none' })).body).toMatchObject({
      base: { kind: 'openfreemap' },
      placeSearch: 'none',
    })
  })

  it('allows its hosts only for the worker that fetches it, never for the page, and revokes them again', async () => {
    const call = await as('super_admin')
    await call('PUT', 'settings', { base: { kind: 'openfreemap' } })
    const before = (await call('GET', 'base')).body.fetcher
    expect(await readPolicy(before)).toMatch(/connect-src 'self' https:\/\/tiles\.openfreemap\.org$/)
    expect(await policy()).not.toContain('https://')
    await call('PUT', 'settings', { base: { kind: 'built_in' } })
    const after = (await call('GET', 'base')).body.fetcher
    expect(after).not.toBe(before)
    expect(await readPolicy(after)).toMatch(/connect-src 'self'$/)
  })

  it('can be previewed before it is saved, by super admins only', async () => {
    const call = await as('super_admin')
    await call('PUT', 'settings', { base: { kind: 'built_in' } })
    const draft = { base: { kind: 'openfreemap' } }
    expect((await (await as('admin'))('POST', 'preview', draft)).status).toBe(403)
    const { shown, hosts } = (await call('POST', 'preview', draft)).body
    expect(hosts).toEqual(['https://tiles.openfreemap.org'])
    expect(await readPolicy(shown.fetcher)).toContain('https://tiles.openfreemap.org')
    // Nobody else's map changed.
    expect((await call('GET', 'base')).body.base).toEqual({ kind: 'built_in' })
    const unreadable = { kind: 'style', url: 'https://127.0.0.1/style.json', satelliteUrl: null }
    expect((await call('POST', 'preview', { base: unreadable })).body).toMatchObject({
      code: 'MAP_UNREADABLE',
    })
  })

  it('is announced to everybody who views a map, and logged without the key', async () => {
    const call = await as('super_admin')
    const before = await served.db.pool.query('select count(*)::int as n from feed_events where topic = $1', [
      'everyone',
    ])
    await call('PUT', 'settings', { base: { kind: 'google' }, googleKey: key })
    const { rows } = await served.db.pool.query(
      'select count(*)::int as n from feed_events where topic = $1',
      ['everyone'],
    )
    expect(rows[0].n).toBe(before.rows[0].n + 1)
    const events = await served.db.pool.query(
      `select metadata, event_type || description || metadata::text as text from security_events
       where event_type = 'map_settings_changed' order by created_at desc limit 1`,
    )
    expect(events.rows[0].metadata).toMatchObject({ before: 'built_in', after: 'google', key: 'set' })
    expect(events.rows[0].text).not.toContain(key)
  })
})

describe('the Google key', () => {
  it('is sent to signed-in people only, and never part of the settings', async () => {
    const superAdmin = await as('super_admin')
    const saved = await superAdmin('PUT', 'settings', { base: { kind: 'google' }, googleKey: key })
    expect(saved.text).not.toContain(key)
    expect(saved.body.hasGoogleKey).toBe(true)
    expect((await superAdmin('GET', 'settings')).text).not.toContain(key)
    const member = await as('app_user')
    expect((await member('GET', 'google-key')).body).toEqual({ apiKey: key })
    expect((await member('POST', 'api-keys', { key_type: 'google_maps' })).body).toEqual({ api_key: key })
    const nobody = await served.app.inject({ url: '/api/maps/google-key' })
    expect(nobody.statusCode).toBe(401)
    expect(served.takeErrors().join()).not.toContain(key)
  })

  it('is reported as missing, and Google cannot be chosen without it', async () => {
    const superAdmin = await as('super_admin')
    await superAdmin('PUT', 'settings', { base: { kind: 'built_in' }, googleKey: null })
    const refused = await superAdmin('PUT', 'settings', { base: { kind: 'google' } })
    expect(refused.body).toMatchObject({ code: 'MAPS_KEY_MISSING' })
    const member = await as('app_user')
    expect((await member('GET', 'google-key')).body.message).toBe(
      'The maps key is not configured on the server.',
    )
  })
})

it('a style with an address in this machine or its network is not fetched', async () => {
  const call = await as('super_admin')
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1']) {
    const base = { kind: 'style', url: `https://${host}/style.json`, satelliteUrl: null }
    expect((await call('PUT', 'settings', { base })).body, host).toMatchObject({ code: 'MAP_UNREADABLE' })
  }
  const plain = { kind: 'style', url: 'http://maps.example/style.json', satelliteUrl: null }
  expect((await call('PUT', 'settings', { base: plain })).status).toBe(400)
})

it('a map file in the data folder is served in ranges, and nothing else of the folder', async () => {
  await writeFile(join(dataDir, 'maps', 'city.pmtiles'), '0123456789')
  await writeFile(join(dataDir, 'maps', 'notes.txt'), 'not for browsers')
  const part = await served.app.inject({
    url: '/map-files/city.pmtiles',
    headers: { range: 'bytes=2-4' },
  })
  expect([part.statusCode, part.body]).toEqual([206, '234'])
  for (const path of ['notes.txt', '..%2Fanchor-key', '%2e%2e%2fanchor-key.pmtiles', 'other.pmtiles']) {
    expect((await served.app.inject({ url: `/map-files/${path}` })).statusCode, path).toBe(404)
  }
})
