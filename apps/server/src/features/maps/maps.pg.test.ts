import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@muster/domain/role.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedApp, serveApp } from '../../app/testing/served-app.ts'
import { createFactories } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase
let servedApp: ServedApp
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'muster-maps-'))
  await mkdir(join(dataDir, 'maps'))
  servedApp = await serveApp(database.url, { sharedFolder: dataDir })
})
afterAll(async () => {
  await servedApp.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const testKey = 'AIza-a_key-of-the-tests-0123456789'

async function signInAs(role: Role) {
  const { token } = await createFactories(servedApp.db).user({ role })
  return async (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => {
    const response = await servedApp.app.inject({
      method,
      url: `/api/maps/${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body ? { payload: body } : {}),
    })
    return { status: response.statusCode, body: response.json(), text: response.body }
  }
}

const readPolicy = async (url: string) => {
  const { headers } = await servedApp.app.inject({ url })
  return String(headers['content-security-policy'])
}
const readPagePolicy = () => readPolicy('/livez')

describe('the base map of the installation', () => {
  it('is OpenFreeMap until a super admin, and nobody else, chooses; choosing it counts as a choice', async () => {
    const callAsMember = await signInAs('app_user')
    expect((await callAsMember('GET', 'base')).body.base).toEqual({ kind: 'openfreemap' })
    const otherSettings = { base: { kind: 'openfreemap' }, placeSearch: 'photon' }
    for (const role of ['admin', 'client_admin', 'zone_manager_rw', 'app_user'] as const) {
      const call = await signInAs(role)
      expect((await call('PUT', 'settings', otherSettings)).status, role).toBe(403)
      expect((await call('GET', 'settings')).status, role).toBe(403)
    }
    const callAsSuperAdmin = await signInAs('super_admin')
    expect((await callAsSuperAdmin('GET', 'settings')).body).toMatchObject({
      chosen: false,
      placeSearch: 'none',
    })
    expect((await callAsSuperAdmin('PUT', 'settings', otherSettings)).body).toMatchObject({
      chosen: true,
      placeSearch: 'photon',
      hosts: ['https://tiles.openfreemap.org'],
    })
    expect((await callAsSuperAdmin('PUT', 'settings', { placeSearch: 'none' })).body).toMatchObject({
      base: { kind: 'openfreemap' },
      placeSearch: 'none',
    })
  })

  it('allows its hosts only for the worker that fetches it, never for the page, and revokes them again', async () => {
    const call = await signInAs('super_admin')
    await call('PUT', 'settings', { base: { kind: 'openfreemap' } })
    const oldFetcher = (await call('GET', 'base')).body.fetcher
    expect(await readPolicy(oldFetcher)).toMatch(/connect-src 'self' https:\/\/tiles\.openfreemap\.org$/)
    expect(await readPagePolicy()).not.toContain('https://')
    await call('PUT', 'settings', { base: { kind: 'built_in' } })
    const newFetcher = (await call('GET', 'base')).body.fetcher
    expect(newFetcher).not.toBe(oldFetcher)
    expect(await readPolicy(newFetcher)).toMatch(/connect-src 'self'$/)
  })

  it('can be previewed before it is saved, by super admins only', async () => {
    const call = await signInAs('super_admin')
    await call('PUT', 'settings', { base: { kind: 'built_in' } })
    const draft = { base: { kind: 'openfreemap' } }
    expect((await (await signInAs('admin'))('POST', 'preview', draft)).status).toBe(403)
    const { shown, hosts } = (await call('POST', 'preview', draft)).body
    expect(hosts).toEqual(['https://tiles.openfreemap.org'])
    expect(await readPolicy(shown.fetcher)).toContain('https://tiles.openfreemap.org')
    // The preview changed nobody else's map.
    expect((await call('GET', 'base')).body.base).toEqual({ kind: 'built_in' })
    const unreadableBase = { kind: 'style', url: 'https://127.0.0.1/style.json', satelliteUrl: null }
    expect((await call('POST', 'preview', { base: unreadableBase })).body).toMatchObject({
      code: 'MAP_UNREADABLE',
    })
  })

  it('is announced to everybody who views a map, and logged without the key', async () => {
    const call = await signInAs('super_admin')
    const countBefore = await servedApp.db.pool.query(
      'select count(*)::int as n from feed_events where topic = $1',
      ['everyone'],
    )
    await call('PUT', 'settings', { base: { kind: 'google' }, googleKey: testKey })
    const { rows } = await servedApp.db.pool.query(
      'select count(*)::int as n from feed_events where topic = $1',
      ['everyone'],
    )
    expect(rows[0].n).toBe(countBefore.rows[0].n + 1)
    const events = await servedApp.db.pool.query(
      `select metadata, event_type || description || metadata::text as text from security_events
       where event_type = 'map_settings_changed' order by created_at desc limit 1`,
    )
    expect(events.rows[0].metadata).toMatchObject({ before: 'built_in', after: 'google', key: 'set' })
    expect(events.rows[0].text).not.toContain(testKey)
  })
})

describe('the Google key', () => {
  it('is sent to signed-in people only, and never part of the settings', async () => {
    const callAsSuperAdmin = await signInAs('super_admin')
    const saveResponse = await callAsSuperAdmin('PUT', 'settings', {
      base: { kind: 'google' },
      googleKey: testKey,
    })
    expect(saveResponse.text).not.toContain(testKey)
    expect(saveResponse.body.hasGoogleKey).toBe(true)
    expect((await callAsSuperAdmin('GET', 'settings')).text).not.toContain(testKey)
    const callAsMember = await signInAs('app_user')
    expect((await callAsMember('GET', 'google-key')).body).toEqual({ apiKey: testKey })
    expect((await callAsMember('POST', 'api-keys', { key_type: 'google_maps' })).body).toEqual({
      api_key: testKey,
    })
    const anonymousResponse = await servedApp.app.inject({ url: '/api/maps/google-key' })
    expect(anonymousResponse.statusCode).toBe(401)
    expect(servedApp.takeErrors().join()).not.toContain(testKey)
  })

  it('is reported as missing, and Google cannot be chosen without it', async () => {
    const callAsSuperAdmin = await signInAs('super_admin')
    await callAsSuperAdmin('PUT', 'settings', { base: { kind: 'built_in' }, googleKey: null })
    const refusedResponse = await callAsSuperAdmin('PUT', 'settings', { base: { kind: 'google' } })
    expect(refusedResponse.body).toMatchObject({ code: 'MAPS_KEY_MISSING' })
    const callAsMember = await signInAs('app_user')
    expect((await callAsMember('GET', 'google-key')).body.message).toBe(
      'The maps key is not configured on the server.',
    )
  })
})

it('a style with an address in this machine or its network is not fetched', async () => {
  const call = await signInAs('super_admin')
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1']) {
    const base = { kind: 'style', url: `https://${host}/style.json`, satelliteUrl: null }
    expect((await call('PUT', 'settings', { base })).body, host).toMatchObject({ code: 'MAP_UNREADABLE' })
  }
  const httpBase = { kind: 'style', url: 'http://maps.example/style.json', satelliteUrl: null }
  expect((await call('PUT', 'settings', { base: httpBase })).status).toBe(400)
})

it('a map file in the data folder is served in ranges, and nothing else of the folder', async () => {
  await writeFile(join(dataDir, 'maps', 'city.pmtiles'), '0123456789')
  await writeFile(join(dataDir, 'maps', 'notes.txt'), 'not for browsers')
  const rangeResponse = await servedApp.app.inject({
    url: '/map-files/city.pmtiles',
    headers: { range: 'bytes=2-4' },
  })
  expect([rangeResponse.statusCode, rangeResponse.body]).toEqual([206, '234'])
  for (const path of ['notes.txt', '..%2Fanchor-key', '%2e%2e%2fanchor-key.pmtiles', 'other.pmtiles']) {
    expect((await servedApp.app.inject({ url: `/map-files/${path}` })).statusCode, path).toBe(404)
  }
})
