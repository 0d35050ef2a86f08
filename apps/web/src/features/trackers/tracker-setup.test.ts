import { trackerApps } from '@muster/domain/tracker.ts'
import { expect, it } from 'vitest'
import { describeSetup } from './tracker-setup.ts'

const setupTarget = { origin: 'https://muster.example', token: 'a-b_c', name: 'Phone & co' }

it('the link opens OwnTracks in HTTP mode with URL and password', () => {
  const { link } = describeSetup('owntracks', setupTarget)
  const inline = new URL(link ?? '').searchParams.get('inline') ?? ''
  expect(JSON.parse(atob(inline))).toEqual({
    _type: 'configuration',
    mode: 3,
    url: 'https://muster.example/ingest/owntracks',
    auth: true,
    username: 'muster',
    password: 'a-b_c',
  })
})

it('the link opens Overland with URL, token and the name of the phone', () => {
  const { searchParams } = new URL(describeSetup('overland', setupTarget).link ?? '')
  expect(Object.fromEntries(searchParams)).toEqual({
    url: 'https://muster.example/ingest/overland',
    token: 'a-b_c',
    device_id: 'Phone & co',
  })
})

it('Traccar Client gets a URL that it splits into server and identifier', () => {
  const url = new URL(describeSetup('traccar', setupTarget).qr ?? '')
  expect(url.origin + url.pathname).toBe('https://muster.example/ingest/osmand')
  expect(url.searchParams.get('id')).toBe('a-b_c')
})

it.each(trackerApps)('the setup of %s lists the values to type, including the token', app => {
  const { fields, steps } = describeSetup(app, setupTarget)
  expect(fields.filter(it => it.secret && it.value.includes('a-b_c'))).toHaveLength(1)
  expect(steps.length).toBeGreaterThan(1)
})
