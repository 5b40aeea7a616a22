import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { routes } from '#shared/routes/routes.ts'
import { Icon } from '../site/ui/icon.tsx'
import { FinderList } from './finder-list.tsx'
import { useSearch } from './use-search.ts'

const shownMax = 6

/** A combobox by the ARIA Authoring Practices Guide. Submitting it opens a results page, with or without script. */
export function Finder({ shown }: { shown: string }) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const { answer, pending, failed } = useSearch(typed)
  const options = answer?.found.slice(0, shownMax) ?? []
  const isListed = isOpen && typed.trim() !== ''

  function type(words: string) {
    setTyped(words)
    setOpen(true)
    setActive(-1)
  }

  function open(place: number) {
    const chosen = options[place]
    if (!chosen) return
    setOpen(false)
    navigate(chosen.path)
  }

  /** The first Escape closes the list, the second one clears the field. */
  function close(input: HTMLInputElement) {
    if (!isListed) {
      input.value = ''
      setTyped('')
    }
    setOpen(false)
    setActive(-1)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      setActive(stepTo(event.key === 'ArrowDown' ? 1 : -1, isListed ? active : -1, options.length))
    } else if (event.key === 'Escape') {
      event.preventDefault()
      close(event.currentTarget)
    } else if (event.key === 'Enter' && isListed && options[active]) {
      event.preventDefault()
      open(active)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    setOpen(false)
    if (new FormData(event.currentTarget).get('q') === '') event.preventDefault()
  }

  return (
    <Form className="Finder" role="search" method="get" action={routes.help} onSubmit={submit}>
      <label className="Finder-label" htmlFor={`${id}-q`}>
        What are you trying to do?
      </label>
      <div className="Finder-box">
        <Icon name="search" />
        <input
          className="Field-input Finder-input"
          id={`${id}-q`}
          name="q"
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isListed && options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={isListed && options[active] ? `${id}-${active}` : undefined}
          // Uncontrolled, because visitors may type before hydration. The key resets it for another page's search.
          key={shown}
          defaultValue={shown}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
        />
        <button className="Button" type="submit">
          <span className="Button-cue" />
          Find
        </button>
        <FinderList
          id={id}
          hidden={!isListed}
          options={options}
          active={active}
          status={statusOf(answer?.found.length, { pending, failed })}
          onChoose={open}
        />
      </div>
    </Form>
  )
}

/** Moves through the options; beyond either end lies the field itself. */
function stepTo(step: 1 | -1, active: number, count: number): number {
  const places = count + 1
  return ((active + 1 + step + places) % places) - 1
}

function statusOf(count: number | undefined, { pending, failed }: { pending: boolean; failed: boolean }) {
  if (failed) return 'The search couldn’t be reached.'
  if (pending || count === undefined) return 'Looking…'
  return count === 0 ? 'Nothing found.' : `${count} found.`
}
