import { ORPCError } from '@orpc/client'
import { expect, it, vi } from 'vitest'
import { loadMe } from './load-me.ts'

const profile = { id: 'p' }

it('the profile is requested four times, with pauses of 1, 2 and 3 s, before it is given up', async () => {
  const pauses: number[] = []
  const fetchMe = vi.fn(async () => ({ profile: null }))
  const me = await loadMe(fetchMe, { pause: async ms => void pauses.push(ms) })
  expect(me.profile).toBeNull()
  expect(pauses).toEqual([1000, 2000, 3000])
  expect(fetchMe).toHaveBeenCalledTimes(4)
})

it('the first profile is used', async () => {
  const answers = [{ profile: null }, { profile }]
  const pauses: number[] = []
  const me = await loadMe(async () => answers.shift() ?? { profile: null }, {
    pause: async ms => void pauses.push(ms),
  })
  expect(me.profile).toBe(profile)
  expect(pauses).toEqual([1000])
})

it('throws the last failure after the last retry', async () => {
  const fetchMe = vi.fn(async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(loadMe(fetchMe, { pause: async () => {} })).rejects.toThrow(TypeError)
  expect(fetchMe).toHaveBeenCalledTimes(4)
})

it('a refusal stops the retries immediately', async () => {
  const fetchMe = vi.fn(async () => {
    throw new ORPCError('UNAUTHORIZED', { status: 401 })
  })
  await expect(loadMe(fetchMe, { pause: async () => {} })).rejects.toThrow(ORPCError)
  expect(fetchMe).toHaveBeenCalledTimes(1)
})

it('42P17 stops the retries immediately, with or without a failure', async () => {
  const fetchMe = vi.fn(async () => ({ profile: null, profileCode: '42P17' }))
  expect((await loadMe(fetchMe, { pause: async () => {} })).profile).toBeNull()
  expect(fetchMe).toHaveBeenCalledTimes(1)
  const failingFetch = vi.fn(async () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR', { status: 500, data: { code: '42P17' } })
  })
  await expect(loadMe(failingFetch, { pause: async () => {} })).rejects.toThrow(ORPCError)
  expect(failingFetch).toHaveBeenCalledTimes(1)
})

it('aborting stops the retries, both during a pause and during a request', async () => {
  const controller = new AbortController()
  const failingFetch = vi.fn(async () => {
    throw new TypeError('Failed to fetch')
  })
  const pause = async () => controller.abort()
  await expect(loadMe(failingFetch, { signal: controller.signal, pause })).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(failingFetch).toHaveBeenCalledTimes(1)
  const stoppedFetch = vi.fn(async () => {
    throw new DOMException('This session is being signed out.', 'AbortError')
  })
  await expect(loadMe(stoppedFetch, { pause: async () => {} })).rejects.toMatchObject({ name: 'AbortError' })
  expect(stoppedFetch).toHaveBeenCalledTimes(1)
})
