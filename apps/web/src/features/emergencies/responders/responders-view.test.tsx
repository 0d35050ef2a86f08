import { i18n } from '@lingui/core'
import type { RespondersView as View } from '@muster/contract/responders.ts'
import { findStandInName } from '@muster/domain/stand-in-name.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { answer, fakeServer, neverAnswer } from '../../../testing/fake-server.ts'
import { renderComponent } from '../../../testing/render.tsx'
import { RespondersView } from './responders-view.tsx'

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const at = '2026-11-20T09:00:00.000Z'
const person: View['people'][number] = {
  id: '0192f0c0-0000-7000-8000-000000000701',
  name: 'Ann Test',
  phone: '',
  needs: '',
  state: 'missing',
  why: 'inside',
  zoneName: null,
  seenAt: at,
  position: null,
}
const aView = (people: View['people']): View => ({
  board: {
    zoneName: 'North yard',
    kind: 'evacuate',
    drill: false,
    message: '',
    declaredAt: at,
    allClearAt: null,
    timeZone: 'Asia/Kolkata',
    people: 3,
    states: { help: 0, missing: 1, elsewhere: 0, not_on_site: 0, safe: 2 },
  },
  zones: [],
  people,
  total: people.length,
  at,
  seesAll: true,
  missingUnknown: 0,
  missingOffSite: 0,
  inside: [],
  expiresAt: '2036-01-01T00:00:00.000Z',
})

it('does not say that nobody is missing once a search without matches is cleared', async () => {
  let hasNetwork = true
  fakeServer({
    'responders/read': ({ search }) =>
      hasNetwork ? answer(aView(search === undefined ? [person] : [])) : neverAnswer(),
  })
  const user = userEvent.setup()
  renderComponent(<RespondersView accessKey="key" onEnded={() => undefined} />)
  expect(await screen.findByText('Ann Test')).toBeTruthy()
  await user.type(screen.getByLabelText('Search by name'), 'Xyz')
  expect(await screen.findByText('Nobody matches')).toBeTruthy()
  hasNetwork = false
  await user.clear(screen.getByLabelText('Search by name'))
  await waitFor(() => expect(screen.queryByText('Nobody matches')).toBeNull())
  expect(screen.queryByText('Nobody is missing')).toBeNull()
})

it('shows the time of the last numbers while a search is read', async () => {
  let isSearched = false
  fakeServer({
    'responders/read': ({ search }) => {
      if (search === undefined) return answer(aView([person]))
      isSearched = true
      return neverAnswer()
    },
  })
  const user = userEvent.setup()
  renderComponent(<RespondersView accessKey="key" onEnded={() => undefined} />)
  const text = (await screen.findByText(/Updates every 10 seconds/)).textContent
  await user.type(screen.getByLabelText('Search by name'), 'Ann')
  await waitFor(() => expect(isSearched).toBe(true))
  expect(screen.getByText(/Updates every 10 seconds/).textContent).toBe(text)
  expect(screen.getByText('Ann Test')).toBeTruthy()
})

it('names the zones of a partial list, and does not say that everybody is accounted for', async () => {
  const { board, ...view } = aView([])
  const states = { ...board.states, missing: 0 }
  fakeServer({ 'responders/read': () => answer({ ...view, board: { ...board, states }, seesAll: false }) })
  renderComponent(<RespondersView accessKey="key" onEnded={() => undefined} />)
  const text = await screen.findByText(/^Only people of/)
  expect(text.textContent).toBe('Only people of North yard. Others are not on this list.')
  expect(screen.queryByText('Everybody on the list is accounted for.')).toBeNull()
})

it('lists people apart who are called but not on the site, and names badges that are assigned to nobody', async () => {
  const badge = 'Badge 17 (unknown)'
  i18n.loadAndActivate({ locale: 'en', messages: { [findStandInName(badge)?.id ?? '']: 'बैज 17' } })
  const away = {
    ...person,
    id: '0192f0c0-0000-7000-8000-000000000702',
    name: 'Cem Test',
    why: 'off_site' as const,
  }
  fakeServer({
    'responders/read': () =>
      answer({
        ...aView([{ ...person, name: badge }, away]),
        missingUnknown: 0,
        missingOffSite: 1,
        unlistedBadges: 900,
      }),
  })
  renderComponent(<RespondersView accessKey="key" onEnded={() => undefined} />)
  expect(await screen.findByRole('heading', { name: 'Called, not on site: 1' })).toBeTruthy()
  expect(screen.getByText('And 900 unknown badges that are not listed')).toBeTruthy()
  const lists = screen.getAllByRole('list').map(it => it.getAttribute('aria-label'))
  expect(lists).toEqual(['People to look for', 'Called, not on site'])
  expect(within(screen.getByRole('list', { name: 'Called, not on site' })).getByText('Cem Test')).toBeTruthy()
  expect(screen.getByText('बैज 17')).toBeTruthy()
})

it('lists those who were sent back in apart, with their team and when they were last confirmed', async () => {
  const inside = [
    { id: 'jai', name: 'Jai Test', phone: '', team: 'Team 1', zoneName: 'North yard', confirmedAt: null },
    { id: 'vik', name: 'Vik Test', phone: '', team: 'Team 1', zoneName: 'North yard', confirmedAt: at },
  ]
  fakeServer({ 'responders/read': () => answer({ ...aView([person]), inside }) })
  renderComponent(<RespondersView accessKey="key" onEnded={() => undefined} />)
  const list = within(await screen.findByRole('list', { name: 'Inside with teams' }))
  expect(list.getByText('Inside with Team 1, not confirmed yet')).toBeTruthy()
  expect(list.getByText(/^Inside with Team 1, last confirmed/)).toBeTruthy()
  expect(screen.getByText('2 inside with teams')).toBeTruthy()
})

it('shows times as they are in the zone, and names its time zone once', async () => {
  const inside = [
    { id: 'vik', name: 'Vik Test', phone: '', team: 'Team 1', zoneName: 'North yard', confirmedAt: at },
  ]
  const answered = { ...person, answer: { words: 'On my way', at } }
  fakeServer({ 'responders/read': () => answer({ ...aView([answered]), inside }) })
  renderComponent(<RespondersView accessKey="key" onEnded={() => undefined} />)
  expect(await screen.findByText(/^Answered: On my way, .*14:30$/)).toBeTruthy()
  expect(screen.getByText(/^Inside with Team 1, last confirmed .*14:30$/)).toBeTruthy()
  expect(screen.getByText(/^since Nov 20, 14:30$/)).toBeTruthy()
  expect(screen.getByText(/^[A-Z].* GMT\+5:30$/, { selector: '[data-print-only]' })).toBeTruthy()
  expect(screen.getAllByText('Times are in Asia/Kolkata.')).toHaveLength(1)
})
