import type { RespondersView as View } from '@muster/contract/responders.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, neverAnswer } from '../../../testing/fake-server.ts'
import { renderComponent } from '../../../testing/render.tsx'
import { RespondersView } from './responders-view.tsx'

const at = '2026-11-20T09:00:00.000Z'
const person: View['people'][number] = {
  id: '0192f0c0-0000-7000-8000-000000000701',
  name: 'Ann Test',
  phone: '',
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
    people: 3,
    states: { help: 0, missing: 1, elsewhere: 0, not_on_site: 0, safe: 2 },
  },
  zones: [],
  people,
  total: people.length,
  at,
  seesAll: true,
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
  const text = (await screen.findByText(/Renewed every 10 seconds/)).textContent
  await user.type(screen.getByLabelText('Search by name'), 'Ann')
  await waitFor(() => expect(isSearched).toBe(true))
  expect(screen.getByText(/Renewed every 10 seconds/).textContent).toBe(text)
  expect(screen.getByText('Ann Test')).toBeTruthy()
})
