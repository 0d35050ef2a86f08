import { t } from '@lingui/core/macro'
import { Button, Group } from '@mantine/core'

type Props = { isDirty: boolean; isSaving: boolean; onDiscard: () => void }

/** The buttons at the end of a form. While nothing has changed, Save is disabled and Discard is hidden. */
export function SaveButtons({ isDirty, isSaving, onDiscard }: Props) {
  return (
    <Group gap="xs">
      <Button type="submit" variant={isDirty ? 'filled' : 'default'} disabled={!isDirty || isSaving}>
        {isSaving ? t`Saving…` : t`Save changes`}
      </Button>
      {isDirty && (
        <Button variant="default" onClick={onDiscard} disabled={isSaving}>
          {t`Discard`}
        </Button>
      )}
    </Group>
  )
}
