import { expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import { requireAddress } from './webhooks.procedures.ts'

const readErrorCode = (address: string, allowPrivate = false) =>
  readCode((async () => requireAddress(address, allowPrivate))())

it('a URL of this machine or a private network is refused on input, in every notation', async () => {
  const internalHosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '10.0.0.1',
    'localhost',
    'a.localhost.',
  ]
  for (const host of internalHosts)
    expect(await readErrorCode(`https://${host}/x`), host).toBe('WEBHOOK_ADDRESS_INVALID')
  expect(await readErrorCode('https://169.254.169.254/latest')).toBe('WEBHOOK_ADDRESS_INVALID')
  expect(await readErrorCode('https://hooks.example.org/x')).toBeUndefined()
  expect(await readErrorCode('https://1.1.1.1/x')).toBeUndefined()
})

it('a private address is accepted if the installation allows it', async () => {
  expect(await readErrorCode('http://127.0.0.1:8080', true)).toBeUndefined()
  expect(await readErrorCode('http://hooks.example.org')).toBe('WEBHOOK_ADDRESS_INVALID')
})
