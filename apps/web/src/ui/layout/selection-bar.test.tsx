import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { orpc } from '../../lib/api.ts'
import { usePages } from '../../lib/use-pages.ts'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderComponent } from '../../testing/render.tsx'
import { usePeopleSelection } from '../people/use-people-selection.ts'
import { describeShare, offerAll, SelectionBar } from './selection-bar.tsx'

const toKey = ({ id }: { id: string }) => id
const zones = Array.from({ length: 3 }, (_, n) =>
  aZone({ id: `0192f0c0-0000-7000-8000-00000000000${n + 1}` }),
)

function SelectableZones() {
  const list = usePages(orpc.zones.all, {}, { hasLargePages: true })
  const selection = usePeopleSelection('')
  return (
    <>
      <button type="button" onClick={() => selection.select(list.rows?.map(toKey) ?? [])}>
        {list.rows?.length ?? 0} loaded
      </button>
      <SelectionBar
        count={selection.ids.size}
        onNone={selection.clear}
        all={offerAll(list, selection, { getKey: toKey, total: 3 })}
      >
        {null}
      </SelectionBar>
    </>
  )
}

it('offers all rows that match once the loaded ones are selected, and loads the others in larger pages', async () => {
  const limits: unknown[] = []
  const [first, ...others] = zones as [(typeof zones)[0], ...typeof zones]
  fakeServer({
    ...createServerHandlers('admin'),
    'zones/all': ({ cursor, limit }) => {
      limits.push(limit)
      const rows = cursor === undefined ? [first] : others.filter((_, n) => String(n) === cursor)
      const next = cursor === '1' ? null : cursor === '0' ? '1' : '0'
      return answer({ rows: rows.map(({ shape: _, ...zone }) => ({ ...zone, members: 0 })), next } as never)
    },
  })
  signIn()
  renderComponent(<SelectableZones />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '1 loaded' }))
  expect(screen.getByText('1 shown selected')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Select all 3' }))
  expect(await screen.findByText('3 selected')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Select all/ })).toBeNull()
  expect(limits.slice(-2)).toEqual([200, 200])
})

it('the question names how many of how many, unless there is one or the number is not known', () => {
  expect(describeShare(50, 3_062)).toBe('50 of 3,062 in the list.')
  expect(describeShare(62, 62)).toBe('All 62 in the list.')
  expect(describeShare(1, 1)).toBeUndefined()
  expect(describeShare(5, undefined)).toBeUndefined()
})
