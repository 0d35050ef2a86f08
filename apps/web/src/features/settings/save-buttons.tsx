import { Button, Group } from '@mantine/core'

type Props = { isDirty: boolean; isSaving: boolean; onDiscard: () => void }

/** The buttons at the end of a form. Inactive while nothing has changed. */
export function SaveButtons({ isDirty, isSaving, onDiscard }: Props) {
  return (
    <Group gap="xs">
      <Button type="submit" variant={isDirty ? 'filled' : 'default'} disabled={!isDirty || isSaving}>
        {isSaving ? 'Saving…' : 'Save changes'}
      </Button>
      {isDirty && (
        <Button variant="default" onClick={onDiscard} disabled={isSaving}>
          Discard
        </Button>
      )}
    </Group>
  )
}
