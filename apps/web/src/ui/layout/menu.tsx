import {
  createPolymorphicComponent,
  Menu as MantineMenu,
  type MenuItemProps,
  type MenuProps,
} from '@mantine/core'
import { useUncontrolled } from '@mantine/hooks'
import { type IconProps, renderIcon } from '../button.tsx'
import { useBackCloses } from '../dialogs/use-back-closes.ts'

/** Keeps the menu within the viewport. A menu that does not fit, for example with large text, scrolls. */
const viewportMiddlewares = { flip: true, shift: { padding: 8 }, size: { padding: 8 } }

/** A menu behind a button, used across the product. On a phone, Back closes it. */
function MenuRoot({ opened, defaultOpened, onChange, ...props }: MenuProps) {
  const [isOpen, setOpen] = useUncontrolled({
    value: opened,
    defaultValue: defaultOpened,
    finalValue: false,
    onChange,
  })
  useBackCloses(isOpen, () => setOpen(false))
  return (
    <MantineMenu
      middlewares={viewportMiddlewares}
      {...props}
      opened={isOpen}
      onChange={setOpen}
      styles={{ dropdown: { overflow: 'auto' } }}
    />
  )
}

const Item = createPolymorphicComponent<'button', MenuItemProps & IconProps>(
  ({ icon, iconSize, points, ...props }: MenuItemProps & IconProps) => (
    <MantineMenu.Item {...props} {...(icon && { leftSection: renderIcon({ icon, iconSize, points }) })} />
  ),
)

const { Target, Dropdown, Label, Divider } = MantineMenu
export const Menu = Object.assign(MenuRoot, { Target, Dropdown, Item, Label, Divider })
