import type { ComponentProps, ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { longestSearch } from '#shared/desk/requests/fields.ts'
import { stateWord } from '#shared/desk/words.ts'
import { Button } from '../../site/ui/button.tsx'
import { Select, TextField } from '../../site/ui/field.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { Segments } from './segments.tsx'

/** Labels by value; an empty value is all of them. */
type States = readonly (readonly [value: string, label: string])[]

type Props = {
  /** The query's member that names a state. */
  name?: string
  /** Values of the member: states by their own words, or with other ones. */
  states?: readonly (string | readonly [value: string, label: string])[]
  /** Names what the text field finds, where the list has one. */
  finds?: string
  /** Further fields. */
  children?: ReactNode
}

/** Filters the page's list. Works without script. States are links, which keep the other fields. */
export function ListFilter({ name = 'status', states = [], finds, children }: Props) {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const state = query.get(name) ?? ''
  const sort = query.get('sort')
  return (
    <form className="Filter" action={pathname}>
      {states.length > 0 && (
        <Segments
          className="Filter-states"
          label="State"
          links={linksTo(pathname, query, name, withWords(states))}
        />
      )}
      {state && <input type="hidden" name={name} value={state} />}
      {sort && <input type="hidden" name="sort" value={sort} />}
      <div className="Filter-fields">
        {finds && (
          <TextField
            label={finds}
            name="q"
            maxLength={longestSearch}
            defaultValue={query.get('q') ?? ''}
            aria-keyshortcuts="f"
            data-filter
          />
        )}
        {children}
        <Button quiet>Show</Button>
      </div>
    </form>
  )
}

/** Before the states, all of them. */
export function withWords(states: NonNullable<Props['states']>): States {
  return [
    ['', 'All'],
    ...states.map((each) => (typeof each === 'string' ? ([each, stateWord(each)] as const) : each)),
  ]
}

type FieldProps = ComponentProps<typeof TextField> & { name: string }

/** A field with what the list is filtered by. */
export function FilterField(field: FieldProps) {
  const [query] = useSearchParams()
  return <TextField {...field} defaultValue={query.get(field.name) ?? ''} />
}

/** Finds by a whole address, which no dictionary corrects. */
export function WhoField(field: FieldProps) {
  return <FilterField {...field} autoComplete="off" spellCheck={false} aria-keyshortcuts="f" data-filter />
}

type DayProps = {
  /** The query's members. */
  from?: string
  to?: string
  label?: string
}

/** Both days are included. */
export function DayFields({ from = 'from', to = 'to', label = 'From' }: DayProps) {
  return (
    <>
      <FilterField label={label} name={from} type="date" />
      <FilterField label="To, and with" name={to} type="date" />
    </>
  )
}

type FurtherProps = {
  label: string
  name: string
  word?(value: string): string
  /** Names the list without it. */
  without?: string
}

/** A filter that another page's link brings: it is said, kept, and can be taken off. */
export function Further({ label, name, word = String, without = 'All' }: FurtherProps) {
  const value = useSearchParams()[0].get(name)
  if (!value) return null
  return (
    <Select label={label} name={name} defaultValue={value}>
      <option value={value}>{word(value)}</option>
      <option value="">{without}</option>
    </Select>
  )
}

/** Keeps the list of one address, or of one company. */
export function OfCustomer() {
  return (
    <>
      <Further label="Address" name="email" />
      <Further label="Company" name="company" />
    </>
  )
}

type CsvProps = { address: string; query?: URLSearchParams; noun: string }

const noFilter = new URLSearchParams()

/** Brings all rows that the filter leaves, not this page's alone. @param address answers with CSV */
export function CsvLink({ address, query = noFilter, noun }: CsvProps) {
  const shown = new URLSearchParams([...query].filter(([name]) => name !== 'after' && name !== 'done'))
  return (
    <a
      className="Button Button--quiet Button--small"
      href={shown.size > 0 ? `${address}?${shown}` : address}
      download
    >
      <Icon name="download" />
      CSV of these {noun}
    </a>
  )
}

/** Whether a list lacks rows. A form sends empty fields, too. */
export function isFiltered(query: URLSearchParams): boolean {
  return [...query].some(([name, value]) => value !== '' && !['after', 'done', 'sort'].includes(name))
}

/** Links to the states of a list, each with its other filters. @param name the query's member that names a state */
export function linksTo(page: string, query: URLSearchParams, name: string, states: States) {
  return states.map(([value, label]) => ({
    label,
    href: withMember(page, query, [name, value]),
    isCurrent: value === (query.get(name) ?? ''),
  }))
}

/** The list from its beginning, with another filter or sort. @param member an empty value takes it away */
export function withMember(page: string, query: URLSearchParams, [name, value]: [string, string]): string {
  const next = new URLSearchParams(query)
  next.delete('after')
  next.delete('done')
  next.delete(name)
  if (value) next.set(name, value)
  const text = next.toString()
  return text ? `${page}?${text}` : page
}
