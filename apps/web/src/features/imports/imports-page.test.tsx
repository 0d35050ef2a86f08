import type { ImportRun } from '@muster/contract/imports.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createCsvFormat, createGeoJsonFormat } from '../../lib/import-file.ts'
import { answer, failNetwork, fakeServer } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const createRun = (changes: Partial<ImportRun>): ImportRun => ({
  id: '01a21b8a-5a7a-75bd-8f01-987aca6a4dc9',
  kind: 'people',
  fileName: 'people.csv',
  state: 'ended',
  importedBy: 'Ada Lovelace',
  organisation: null,
  zone: null,
  begunAt: '2026-11-20T01:30:00.000Z',
  created: 132,
  changed: 4,
  leftOut: 12,
  hasLeftOutFile: true,
  mayUndo: true,
  removed: 0,
  undo: null,
  ...changes,
})

it('lists imports, and undoes one after saying what goes and what stays', async () => {
  const stopped = createRun({ id: '01a21b8a-5a7a-75bd-8f01-987aca6a4dca', kind: 'zones', state: 'stopped' })
  let run = createRun({})
  let connectionFails = true
  fakeServer({
    ...createServerHandlers('admin', []),
    'imports/list': () =>
      answer({ rows: [run, { ...stopped, fileName: 'site.kml', mayUndo: false }], next: null }),
    'imports/removal': () => answer({ removes: run.created - run.removed - 3, keeps: 3 }),
    'imports/undo': () => {
      if (run.removed === 100 && connectionFails) {
        connectionFails = false
        failNetwork()
      }
      const removed = run.removed === 0 ? 100 : 29
      run = { ...run, removed: run.removed + removed }
      if (run.removed === 129)
        run = { ...run, mayUndo: false, undo: { at: '2026-11-20T02:30:00.000Z', by: 'Bo Lind', kept: 3 } }
      return answer({ removed, left: 129 - run.removed })
    },
  })
  signIn()
  renderPage('/imports')
  const user = userEvent.setup()
  const list = within(await screen.findByRole('list', { name: 'Imports' }))
  const [peopleRow, zonesRow] = list.getAllByRole('listitem')
  expect(peopleRow?.textContent).toContain('132 created, 4 changed, 12 skipped')
  expect(zonesRow?.textContent).toContain('Incomplete')
  expect(list.queryByRole('button', { name: 'Undo the import of site.kml' })).toBeNull()
  await user.click(list.getByRole('button', { name: 'Undo the import of people.csv' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove 129 people?' }))
  dialog.getByText(/^3 people have been active or edited since and will be kept. Changes to existing people/)
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await dialog.findByRole('alert')
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await list.findByText(/129 removed, 3 kept/)
  expect(list.queryByRole('button', { name: /Undo/ })).toBeNull()
})

it('says what the page is for while there are no imports, and that it could not load', async () => {
  let fails = true
  fakeServer({
    ...createServerHandlers('client_admin', []),
    'imports/list': () => (fails ? failNetwork() : answer({ rows: [], next: null })),
  })
  signIn()
  renderPage('/imports')
  await screen.findByText('Failed to load imports')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('No imports yet')
})

it('writes skipped rows and features so that they can be imported again', () => {
  const rows = [{ line: 4, cells: ['=1+1', 'a "b"', '3', 'before'] }]
  const skip = (line: number, why: string) => ({ line, why })
  expect(
    createCsvFormat({ heading: ['Email', 'Name', 'Line', 'Reason'], rows })([
      skip(4, 'Invalid role specified'),
    ]),
  ).toBe('"Email","Name","Line","Reason"\r\n"\'=1+1","a ""b""","4","Invalid role specified"\r\n')
  const feature = { type: 'Feature', properties: { name: 'Dock' }, geometry: { type: 'Point' } }
  expect(JSON.parse(createGeoJsonFormat([feature, null])([skip(0, 'No area'), skip(1, 'x')]))).toEqual({
    type: 'FeatureCollection',
    features: [
      { ...feature, properties: { name: 'Dock', reason: 'No area' } },
      { type: 'Feature', properties: { reason: 'x' }, geometry: null },
    ],
  })
  const many = Array.from({ length: 5_000 }, (_, line) => ({ line, cells: ['x'.repeat(400)] }))
  const format = createCsvFormat({ heading: ['Email'], rows: many })
  const skippedRows = many.map(({ line }) => skip(line, ''))
  expect(format(skippedRows).length).toBeGreaterThan(2_000_000)
  const stored = format(skippedRows, 800_000)
  expect(stored.length).toBeLessThan(800_000)
  const storedCount = stored.split('\r\n').length - 3
  expect(stored).toContain(
    `"","","${new Intl.NumberFormat('en').format(5_000 - storedCount)} more rows were skipped, but didn’t fit`,
  )
  const shapes = ['x'.repeat(900_000), 'y'].map(name => ({ properties: { name } }))
  const { features } = JSON.parse(createGeoJsonFormat(shapes)([skip(0, ''), skip(1, '')], 800_000)) as {
    features: { properties: object }[]
  }
  expect(features.map(it => it.properties)).toEqual([
    { name: 'y', reason: '' },
    { reason: '1 more row was skipped, but didn’t fit into this file.' },
  ])
})
