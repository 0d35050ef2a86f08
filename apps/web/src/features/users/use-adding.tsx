import { t } from '@lingui/core/macro'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { AddUserDialog } from './add-user-dialog.tsx'
import type { AppUsersProps } from './app-users-search.ts'

export function useAddUserControls(
  { search, onSearch }: AppUsersProps,
  zone: { id: string; name: string } | undefined,
) {
  const [isOpen, setIsOpen] = useState(false)
  return {
    button: (
      <Button icon={IconUserPlus} onClick={() => setIsOpen(true)}>
        {t`Add User`}
      </Button>
    ),
    dialog: (
      <AddUserDialog
        key={search.add}
        zone={zone}
        userCode={search.add}
        opened={isOpen || search.add !== undefined}
        onClose={() => {
          setIsOpen(false)
          if (search.add !== undefined) onSearch({ add: undefined }, { replace: true })
        }}
      />
    ),
  }
}
