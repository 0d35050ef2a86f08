import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { answer, fakeServer } from '../../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn, toListedZone } from '../../../testing/people.ts'
import { renderPage } from '../../../testing/render.tsx'

const north = aZone()
const onCall = vi.fn<(name: string, input: unknown) => void>()
const getSentShapes = () =>
  onCall.mock.calls.flatMap(([name, input]) =>
    name === 'zones/create' ? [(input as { shape: unknown }).shape] : [],
  )

/** Opens the editor without a mouse: focuses each button before pressing it. */
async function openCreator() {
  onCall.mockClear()
  fakeServer(
    {
      ...createServerHandlers('admin', [north]),
      'presence/mine': () => answer({ zones: [] }),
      'zones/counts': () => answer({ all: 1, active: 1, pending: 0, suspended: 0 }),
      'zones/all': () => answer({ rows: [toListedZone(north)], next: null }),
      'zones/get': () => answer(north),
      'zones/create': () => answer(north),
    },
    onCall,
  )
  signIn()
  renderPage('/zones')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'More options' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Interactive' }))
  const dialogElement = await screen.findByRole('dialog', { name: 'Interactive Zone Creator' })
  const dialog = within(dialogElement)
  const press = async (name: string) => {
    const button = await dialog.findByRole('button', { name })
    button.focus()
    await user.keyboard('{Enter}')
  }
  const getFocusedLabel = () => document.activeElement?.getAttribute('aria-label')
  const getPointTexts = () =>
    [...dialogElement.querySelectorAll('[data-point]')].map(
      row => row.querySelector('[data-control]')?.previousElementSibling?.textContent ?? 'open',
    )
  await user.type(dialog.getByLabelText(/Zone name/), 'K')
  return { user, dialog, press, focused: getFocusedLabel, points: getPointTexts }
}

it('a polygon is drawn, moved, extended, reduced and undone by keyboard alone, and the focus is never lost', async () => {
  const { user, dialog, press, focused, points } = await openCreator()
  // Existing zones are drawn for orientation.
  const map = await dialog.findByRole('img', { name: 'Map of the new zone' })
  expect(map.querySelectorAll('path[fill-rule]')).toHaveLength(1)
  dialog.getByLabelText('New coordinate latitude').focus()
  for (const [lat, lng] of [
    ['28.60', '77.20'],
    ['28.62', '77.20'],
    ['28.62', '77.22'],
  ]) {
    // Enter adds the point and returns to the field for the next one.
    await user.keyboard(`${lat}{Tab}${lng}{Enter}`)
    expect(focused()).toBe('New coordinate latitude')
  }
  expect(points()).toEqual(['28.600000, 77.200000', '28.620000, 77.200000', '28.620000, 77.220000'])

  // The inserted point lies halfway to the next one and is opened.
  await press('Edit coordinate 3')
  await press('Insert after')
  expect(focused()).toBe('Coordinate 4 latitude')
  await user.keyboard('{Control>}a{/Control}28.60{Enter}')
  expect(focused()).toBe('Edit coordinate 4')
  expect(points()[3]).toBe('28.600000, 77.210000')

  // Move the point down and back up: the button keeps the focus, even when the point reaches the end.
  await press('Move coordinate 3 down')
  expect(focused()).toBe('Move coordinate 4 down')
  await press('Undo')
  expect(points()[3]).toBe('28.600000, 77.210000')

  await press('Remove coordinate 1')
  expect(focused()).toBe('Remove coordinate 1')
  expect(points()).toHaveLength(3)
  await press('Undo')
  expect(points()[0]).toBe('28.600000, 77.200000')
  await press('Redo')
  expect(points()).toHaveLength(3)
  await press('Undo')
  expect(points()).toHaveLength(4)

  await press('Create Zone')
  await waitFor(() =>
    expect(getSentShapes()).toEqual([
      {
        boundary: 'polygon',
        points: [
          { lat: 28.6, lng: 77.2 },
          { lat: 28.62, lng: 77.2 },
          { lat: 28.62, lng: 77.22 },
          { lat: 28.6, lng: 77.21 },
        ],
      },
    ]),
  )
})

it('a hole is typed by keyboard alone: the outline stays, and a hole that is outside or incomplete blocks saving', async () => {
  const { user, dialog, press, focused, points } = await openCreator()
  const typePoints = async (places: readonly (readonly [string, string])[]) => {
    dialog.getByLabelText('New coordinate latitude').focus()
    for (const [lat, lng] of places) await user.keyboard(`${lat}{Tab}${lng}{Enter}`)
  }
  await typePoints([
    ['28.60', '77.20'],
    ['28.62', '77.20'],
    ['28.62', '77.22'],
  ])
  const figures = dialog.getByText(/^3 sides/).textContent
  const map = await dialog.findByRole('img', { name: 'Map of the new zone' })
  const countGreyPaths = () => map.querySelectorAll('path[data-grey]').length
  const createButton = dialog.getByRole('button', { name: 'Create Zone' })

  await press('Add a hole')
  expect(dialog.getByText('Type the coordinates of the hole inside part 1')).toBeTruthy()
  expect(dialog.getByText(figures ?? '-')).toBeTruthy()
  expect(countGreyPaths()).toBe(1)
  expect(createButton).toHaveProperty('disabled', true)
  expect(dialog.getByText('Finish the hole inside part 1 or cancel it before you save.')).toBeTruthy()
  // While the hole is incomplete, no part can be added.
  await press('Add a part')
  expect(within(dialog.getByLabelText('Outline')).getAllByRole('option')).toHaveLength(2)

  await typePoints([
    ['28.70', '77.20'],
    ['28.71', '77.20'],
    ['28.71', '77.21'],
  ])
  expect(focused()).toBe('New coordinate latitude')
  expect(dialog.getByText('The hole doesn’t fit yet')).toBeTruthy()
  expect(dialog.getByRole('alert').textContent).toMatch(/^This hole lies outside its polygon\. \(28\.70/)
  expect(points()).toHaveLength(3)
  expect(createButton).toHaveProperty('disabled', true)

  await press('Cancel the hole inside part 1')
  expect(points()).toHaveLength(3)
  expect(countGreyPaths()).toBe(0)
  expect(createButton).toHaveProperty('disabled', false)

  await press('Add a hole')
  await typePoints([
    ['28.612', '77.202'],
    ['28.614', '77.202'],
    ['28.614', '77.204'],
  ])
  expect(countGreyPaths()).toBe(0)
  await press('Undo')
  expect(dialog.getByText('Type the coordinates of the hole inside part 1')).toBeTruthy()
  await typePoints([['28.614', '77.204']])
  await press('Create Zone')
  await waitFor(() => expect(getSentShapes()).toHaveLength(1))
  const [shape] = getSentShapes() as { boundary: string; polygons: unknown[][][] }[]
  expect(shape?.polygons.map(rings => rings.map(ring => ring.length))).toEqual([[3, 3]])
})

it('a circle is created from its corners, and a typed corner is one undo step', async () => {
  const { user, dialog, press } = await openCreator()
  await user.click(dialog.getByRole('radio', { name: 'Circle' }))
  dialog.getByLabelText('Start corner latitude').focus()
  await user.keyboard('28.62{Tab}77.20{Tab}28.61{Tab}77.21')
  await press('Undo')
  expect(dialog.getByLabelText('End corner latitude')).toHaveProperty('value', '')
  expect(dialog.getByLabelText('Start corner longitude')).toHaveProperty('value', '77.20')
  dialog.getByLabelText('End corner latitude').focus()
  await user.keyboard('28.61{Tab}77.21')
  await press('Create Zone')
  await waitFor(() =>
    expect(getSentShapes()).toEqual([
      { boundary: 'circle', start: { lat: 28.62, lng: 77.2 }, end: { lat: 28.61, lng: 77.21 } },
    ]),
  )
})
