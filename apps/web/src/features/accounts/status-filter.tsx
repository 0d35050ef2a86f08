import { t } from '@lingui/core/macro'
import { type UserStatus, userStatuses } from '@muster/domain/user-status.ts'
import { statusNames } from '../../ui/badges/status-badge.tsx'
import { Select } from '../../ui/forms/select.tsx'

type Props = {
  status: UserStatus | undefined
  onSearch: (changes: { status?: UserStatus | undefined }, options: { replace: boolean }) => void
}

const choices = [
  { value: 'all', label: t`All Statuses` },
  ...userStatuses.map(value => ({ value, label: statusNames[value] })),
]

/** Filters accounts by status: active, inactive or suspended. */
export function StatusFilter({ status, onSearch }: Props) {
  return (
    <Select
      aria-label={t`Status`}
      data={choices}
      value={status ?? 'all'}
      onChange={value => onSearch({ status: userStatuses.find(it => it === value) }, { replace: true })}
      allowDeselect={false}
      style={{ flex: '1 1 9.25rem', maxWidth: '10rem' }}
    />
  )
}
