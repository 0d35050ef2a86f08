import type { ComponentProps, ComponentType } from 'react'
import { useHeldValue } from '../../lib/use-held-value.ts'
import { ResponsiveDialog } from './responsive-dialog.tsx'

type Frame<Props> = Pick<
  ComponentProps<typeof ResponsiveDialog>,
  'width' | 'closesOnTapOutside' | 'keptInAddress'
> & {
  title: string | ((props: Props) => string)
}
type Closable<Props> = Omit<Props, 'onClose'> & { onClose: () => void }

/** Puts a form or a view into a dialog: `inDialog(EditForm, { title: t`Edit zone` })`. Each opening mounts it anew. */
export const inDialog =
  <Props extends object>(Content: ComponentType<Props>, { title, ...frame }: Frame<Props>) =>
  ({ opened, ...others }: Closable<Props> & { opened: boolean }) => {
    const props = others as unknown as Props
    const titleText = typeof title === 'string' ? title : title(props)
    return (
      <ResponsiveDialog {...frame} opened={opened} onClose={others.onClose} title={titleText}>
        <Content {...props} />
      </ResponsiveDialog>
    )
  }

/** The dialog about one thing, such as a row of a list: open while the prop of this name has a value. */
export const inDialogAbout = <Props extends object, Field extends keyof Props>(
  field: Field,
  Content: ComponentType<Props>,
  frame: Frame<Partial<Props>>,
) => {
  const Dialog = inDialog<Partial<Props>>(
    props => props[field] !== undefined && <Content {...(props as Props)} />,
    frame,
  )
  return (props: Closable<Omit<Props, Field>> & { [it in Field]: Props[Field] | undefined }) => {
    const isOpen = props[field] !== undefined
    // The thing stays in the title and in the content while the dialog fades out.
    const about = useHeldValue<Props[Field] | undefined>(props[field], !isOpen)
    return (
      <Dialog {...({ ...props, [field]: about } as unknown as Closable<Partial<Props>>)} opened={isOpen} />
    )
  }
}
