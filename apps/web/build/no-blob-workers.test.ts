import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makesBlobWorker } from './no-blob-workers.ts'

const library = (path: string) =>
  readFileSync(new URL(`../../../node_modules/${path}`, import.meta.url), 'utf8')

it('distinguishes a worker created from text from one that is served', () => {
  expect(makesBlobWorker(library('fflate/esm/browser.js'))).toBe(true)
  expect(makesBlobWorker('new Worker(url,{type:`module`});URL.createObjectURL(new Blob([text]))')).toBe(false)
})
