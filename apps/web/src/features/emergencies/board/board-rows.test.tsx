import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answer } from '../../../testing/fake-server.ts'
import '../board-page.tsx'
import '../responders/responders-screen.tsx'
import '../responders/links-dialog.tsx'
import '../../reports/public.ts'
import { anEmergency, aPerson, bobId, openBoard, personId } from './testing/open-board.tsx'

/** A board with Ann and Bob, of whom a mark removes one. */
function openBoardOfTwo() {
  const marked = new Set<string>()
  const people = [aPerson(), aPerson({ id: bobId, name: 'Bob Test' })]
  return openBoard({
    'emergencies/get': () =>
      answer(
        anEmergency({
          states: { help: 0, missing: 2 - marked.size, elsewhere: 0, not_on_site: 0, safe: 1 + marked.size },
        }),
      ),
    'emergencies/people': ({ state }) =>
      answer({ rows: state === 'missing' ? people.filter(it => !marked.has(it.id)) : [], next: null }),
    'emergencies/mark': ({ personIds }) => {
      for (const id of personIds) marked.add(id)
      return answer({ people: 1 })
    },
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('moves the focus to the next person after a mark, and announces the mark with those missing', async () => {
  const { user } = openBoardOfTwo()
  const button = await screen.findByRole('button', { name: 'Mark Ann Test as safe' })
  button.focus()
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Mark Bob Test as safe'),
  )
  await waitFor(() => expect(screen.queryByText('Ann Test')).toBeNull())
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Mark Bob Test as safe')
  const region = screen.getByTestId('live-region')
  await waitFor(() => expect(region.textContent).toBe('Ann Test: Safe. 1 missing'), { timeout: 3_000 })
  await user.keyboard('{Enter}')
  // Nobody is left whose button could take it.
  await screen.findByText('Nobody is missing')
  expect(document.activeElement?.contains(screen.getByText('Nobody is missing'))).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

it('leaves the focus where somebody has moved it before the mark was stored', async () => {
  let store = () => undefined as unknown
  const { user } = openBoard({
    'emergencies/people': () =>
      answer({ rows: [aPerson(), aPerson({ id: bobId, name: 'Bob Test' })], next: null }),
    'emergencies/mark': () =>
      new Promise(resolve => {
        store = () => resolve(answer({ people: 1 }))
      }),
  })
  const mark = await screen.findByRole<HTMLButtonElement>('button', { name: 'Mark Ann Test as safe' })
  await user.click(mark)
  const number = screen.getByRole('button', { name: '1 Safe' })
  number.focus()
  await act(async () => store())
  await waitFor(() => expect(mark.disabled).toBe(false))
  expect(document.activeElement).toBe(number)
})

it('keeps rows in their places while a pointer is in the list, and shows on request what changed', async () => {
  const { user } = openBoardOfTwo()
  const ann = await screen.findByRole('button', { name: 'Mark Ann Test as safe' })
  await user.click(ann)
  // She has left the list, but keeps her place, so that Bob does not come under the pointer.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark Ann Test as safe' })).toBeNull())
  const list = within(screen.getByRole('list', { name: 'Missing' }))
  expect(list.getAllByRole('listitem').map(it => it.textContent?.slice(0, 8))).toEqual([
    'Ann Test',
    'Bob Test',
  ])
  const show = await screen.findByRole('button', { name: '1 changed · show' })
  await user.click(show)
  expect(list.getAllByRole('listitem').map(it => it.textContent?.slice(0, 8))).toEqual(['Bob Test'])
})

it('ignores a press on a row that has just taken the place of another', async () => {
  const { inputs, user } = openBoardOfTwo()
  await user.click(await screen.findByRole('button', { name: 'Mark Ann Test as safe' }))
  const show = await screen.findByRole('button', { name: '1 changed · show' })
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  await user.click(show)
  const readMarks = () =>
    inputs.flatMap(([name, input]) => (name === 'emergencies/mark' ? input.personIds : []))
  const mark = screen.getByRole('button', { name: 'Mark Bob Test as safe' })
  await user.click(mark)
  expect(readMarks()).toEqual([personId])
  clock.mockReturnValue(2_000)
  await user.click(mark)
  await waitFor(() => expect(readMarks()).toEqual([personId, bobId]))
})

it('marks several selected people as safe in one act, and a person by key', async () => {
  const { inputs, user } = openBoardOfTwo()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ann Test' }))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select Bob Test' }))
  await user.keyboard('{/Shift}')
  await user.click(screen.getByRole('button', { name: 'Mark as safe' }))
  await waitFor(() =>
    expect(inputs.find(([name]) => name === 'emergencies/mark')?.[1].personIds).toEqual([personId, bobId]),
  )
})

it('moves with J, and marks the person with the focus with S', async () => {
  const { inputs, user } = openBoardOfTwo()
  await screen.findByRole('button', { name: 'Ann Test' })
  await user.keyboard('jjs')
  await waitFor(() =>
    expect(inputs.find(([name]) => name === 'emergencies/mark')?.[1].personIds).toEqual([bobId]),
  )
})

it('folds badges that belong to nobody into one row at the end', async () => {
  const badge = aPerson({ id: bobId, name: 'Badge 7 (unknown)', isUnknown: true, why: 'badge', phone: '' })
  const { user } = openBoard({
    'emergencies/get': () => answer(anEmergency({ missingUnknown: 1 })),
    'emergencies/people': () => answer({ rows: [aPerson(), badge], next: null }),
  })
  expect(await screen.findByText('Ann Test')).toBeTruthy()
  expect(screen.queryByText('Badge 7 (unknown)')).toBeNull()
  await user.click(screen.getByRole('button', { name: '1 unknown badge' }))
  expect(await screen.findByText('Badge 7 (unknown)')).toBeTruthy()
})
