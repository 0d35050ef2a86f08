import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PagedList } from '../../lib/use-pages.ts'
import { Loaded } from '../states/loaded.tsx'
import { Rows } from './rows.tsx'

type Props<Row> = {
  list: PagedList<Row>
  label: string
  failure: string
  /** Shown if there are no rows. */
  empty?: ReactNode
  children: (row: Row) => ReactNode
}

/** Shows the rows of a section, with a button for more. Pages use `List`. */
export function MoreRows<Row>({ list, label, failure, empty, children }: Props<Row>) {
  const { rows, retrying, complete, readOn } = list
  if (empty !== undefined && rows?.length === 0 && !list.failed) return empty
  return (
    <>
      <Loaded list={list} failure={failure} skeleton={3} />
      {rows && <Rows aria-label={label}>{rows.map(children)}</Rows>}
      {rows && !complete && (
        <Button variant="default" onClick={readOn} loading={retrying}>
          {t`Show more`}
        </Button>
      )}
    </>
  )
}
