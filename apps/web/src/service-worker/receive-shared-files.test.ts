import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { consumeSharedFiles as takeSharedFiles } from '../offline/shared-files.ts'
import { receiveSharedFiles } from './receive-shared-files.ts'

const createRequest = (referrer?: string) => {
  const body = new FormData()
  body.set('title', 'Fire')
  body.set('text', 'in hall two')
  const request = new Request('https://muster.example/share-target', { method: 'POST', body })
  // Only the browser can set a referrer of another origin.
  if (referrer !== undefined) Object.defineProperty(request, 'referrer', { value: referrer })
  return request
}

it('a share is stored with the posting site, and only leads to the form', async () => {
  Response.redirect = (url, status) => new Response(null, { status, headers: { location: String(url) } })
  const response = await receiveSharedFiles(createRequest('https://evil.example/page?x=1'))
  expect([response.status, response.headers.get('location')]).toEqual([303, '/#/hazards?report=1'])
  expect(await takeSharedFiles()).toMatchObject({ text: 'Fire\nin hall two', site: 'evil.example' })
  await receiveSharedFiles(createRequest(''))
  expect((await takeSharedFiles())?.site).toBeUndefined()
})
