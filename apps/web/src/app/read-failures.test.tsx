import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { orpc } from '../lib/api.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { answer, fakeServer, refusal } from '../testing/fake-server.ts'
import { noticeStore, notify } from '../ui/toast/notify.ts'
import { createReadFailures, nameReads } from './read-failures.ts'

// Failures that are not asked again by themselves: the test need not wait for retries.
const outage = () => refusal(429, 'TOO_MANY_REQUESTS', 'Too many attempts. Please wait and try again.')
const devices = () => answer({ rows: [], next: null })

function readDevices() {
  const client = createQueryClient(createReadFailures())
  nameReads(client)
  return new QueryObserver(client, { ...orpc.auth.devices.queryOptions({ input: {} }), enabled: false })
}
const said = () => {
  const title = noticeStore.get()?.title
  notify.dismiss()
  return title
}

it('says once an outage what could not be read', async () => {
  const answers = [outage, outage, devices, outage]
  fakeServer({ 'auth/devices': () => answers.shift()?.() ?? devices() })
  const read = readDevices()
  const heard: unknown[] = []
  for (let time = 0; time < 4; time += 1) {
    await read.refetch()
    heard.push(said())
  }
  expect(heard).toEqual(['Failed to load devices', undefined, undefined, 'Failed to load devices'])
})

it('leaves a refusal to the screen it has', async () => {
  fakeServer({ 'auth/devices': () => refusal(403, 'FORBIDDEN', 'You do not have permission to do this.') })
  expect((await readDevices().refetch()).isError).toBe(true)
  expect(said()).toBeUndefined()
})
