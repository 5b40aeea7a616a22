import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

/** A node of the syntax tree (ESTree, with JSX and TypeScript). */
type Node = { type: string; start: number; end: number } & Record<string, unknown>

const client = join(import.meta.dirname, '../..')

/** Only the server renders the desk, so React changes no text of it in the browser. */
const isRendered = (file: string) => file.endsWith('.tsx') && !/^(desk|e2e|measure)\/|\.test\.tsx$/.test(file)

test('text that a translator may replace is the only child of its element, and amounts stay as they are', () => {
  const files = globSync('**/*.tsx', { cwd: client }).filter(isRendered).sort()
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    flawsOf(readFileSync(join(client, file), 'utf8')).map((flaw) => `${file}: ${flaw}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['text beside an element', '<p><i />{text}</p>', '{text}'],
  ['text beside text', '<p>Pay {total}</p>', '{total}'],
  ['a text that comes and goes', '<p><i />{busy && "Wait"}</p>', '{busy && "Wait"}'],
  ['a choice of texts', '<p><i />{busy ? "Wait" : <b />}</p>', '{busy ? "Wait" : <b />}'],
  ['children of unknown kind', '<button><i />{children}</button>', '{children}'],
  ['a list of texts', '<p>{all.map((each) => each.name)}</p>', '{all.map((each) => each.name)}'],
  ['text behind an element that comes and goes', '<p>{busy && <i />}Wait</p>', 'Wait'],
  ['text of a fragment', '<p>{busy && <>Wait</>}</p>', 'Wait'],
  ['changing text of a fragment', '<>{text}</>', '{text}'],
  ['an amount', '<p>{formatMoney(total, currency)}</p>', '{formatMoney(total, currency)}'],
])('%s is found', (_, code, flaw) => {
  expect(flawsOf(`const A = () => ${code}`)).toEqual([flaw])
})

test.each([
  ['text alone', '<p>{text}</p>'],
  ['text that stays', '<p>Read the <a href="/">terms</a>.{" "}<i /></p>'],
  ['elements that come and go', '<p>{busy && <i />}{all.map((each) => <b key={each}>{each}</b>)}</p>'],
  ['text before elements that come and go', '<p>Wait{busy && <i />}</p>'],
  ['an amount that stays as it is', '<p translate="no">{formatMoney(total, currency)}</p>'],
  ['a marked amount', '<p><Verbatim>{formatMoney(total, currency)}</Verbatim> each</p>'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is the tested source's
  ['a marked amount in a sentence', '<p><i />{verbatim`Pay ${formatMoney(total, currency)}`}</p>'],
])('%s is right', (_, code) => {
  expect(flawsOf(`const A = () => ${code}`)).toEqual([])
})

test('what is declared as elements is right', () => {
  const declared = `
    type Props = { children: Elements; cell(row: number): Elements }
    const A = ({ children, cell }: Props) => <p><i />{children}{cell(1)}</p>
    function B() { const note: Elements = null; return <p><i />{note}{row('a')}</p> }
    function row(name: string): Elements { return <i title={name} /> }`
  expect(flawsOf(declared)).toEqual([])
})

test('what a choice sends is no text that a translator may replace', () => {
  const files = globSync('**/*.tsx', { cwd: client })
  const found = files.filter((file) =>
    /<option(?![^>]* value=)/.test(readFileSync(join(client, file), 'utf8')),
  )
  expect(found).toEqual([])
})

/** The source of each child that a translator would break. */
function flawsOf(source: string): string[] {
  const program = parseAst(source, { lang: 'tsx' }) as unknown as Node
  const declared = new Set(namesOfElements(program))
  const flaws: Node[] = []
  walk(program, (node) => {
    if (isJsx(node)) flaws.push(...wrongChildren(node, declared))
    if (node.type === 'JSXElement' && !isVerbatim(node)) flaws.push(...amountsIn(node))
  })
  return [...new Set(flaws)].map(({ start, end }) => source.slice(start, end).trim())
}

function wrongChildren(parent: Node, declared: ReadonlySet<string>): Node[] {
  const children = childrenOf(parent)
  const kinds = children.map((child) => kindOf(child, declared))
  const isAlone = children.length === 1 && parent.type === 'JSXElement'
  return children.filter((_, place) => {
    if (kinds[place] === 'changing text') return !isAlone || isList(children[place])
    if (kinds[place] !== 'text') return false
    return parent.type === 'JSXFragment' || kinds.slice(0, place).includes('changing elements')
  })
}

/** The children without text that JSX drops, such as line ends. */
function childrenOf(parent: Node): Node[] {
  return (parent.children as Node[]).filter(({ type, value, expression }) => {
    if (type === 'JSXText') return String(value).trim() !== ''
    return (expression as Node | undefined)?.type !== 'JSXEmptyExpression'
  })
}

type Kind = 'elements' | 'changing elements' | 'text' | 'changing text' | 'space' | 'nothing'

function kindOf(child: Node, declared: ReadonlySet<string>): Kind {
  if (child.type === 'JSXText') return 'text'
  if (child.type !== 'JSXExpressionContainer') return 'elements'
  const expression = child.expression as Node
  if (expression.type === 'Literal') return String(expression.value).trim() === '' ? 'space' : 'text'
  return isElements(expression, declared) ? 'changing elements' : 'changing text'
}

/** Whether the expression can only be elements or nothing. */
function isElements(expression: Node, declared: ReadonlySet<string>): boolean {
  const are = (...keys: string[]) => keys.every((key) => isElements(expression[key] as Node, declared))
  switch (expression.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return true
    case 'Literal':
      return expression.value === null || typeof expression.value === 'boolean'
    case 'Identifier':
      return declared.has(String(expression.name)) || expression.name === 'undefined'
    case 'ConditionalExpression':
      return are('consequent', 'alternate')
    case 'LogicalExpression':
      return expression.operator === '&&' ? are('right') : are('left', 'right')
    case 'TaggedTemplateExpression':
      return (expression.tag as Node).name === 'verbatim'
    case 'CallExpression':
      return isList(expression) ? mapsToElements(expression, declared) : are('callee')
    default:
      return false
  }
}

function isList(node: Node | undefined): boolean {
  const call = (node?.type === 'JSXExpressionContainer' ? node.expression : node) as Node | undefined
  const { property } = (call?.callee ?? {}) as { property?: Node }
  return call?.type === 'CallExpression' && property?.name === 'map'
}

function mapsToElements(call: Node, declared: ReadonlySet<string>): boolean {
  const [each] = call.arguments as Node[]
  const body = each?.body as Node | undefined
  if (!body) return false
  if (body.type !== 'BlockStatement') return isElements(body, declared)
  const returned: Node[] = []
  walk(body, (node) => node.type === 'ReturnStatement' && returned.push(node.argument as Node))
  return returned.every((argument) => isElements(argument, declared))
}

/** Properties, variables and functions of the type `Elements`. */
function namesOfElements(program: Node): string[] {
  const names: string[] = []
  walk(program, (node) => {
    const named = (node.key ?? node.id ?? (node.type === 'Identifier' ? node : undefined)) as Node | undefined
    const annotation = (node.typeAnnotation ?? node.returnType) as Node | undefined
    const type = annotation?.typeAnnotation as Node | undefined
    if (named && (type?.typeName as Node | undefined)?.name === 'Elements') names.push(String(named.name))
  })
  return names
}

function isVerbatim({ openingElement }: Node): boolean {
  const { name, attributes } = openingElement as { name: Node; attributes: Node[] }
  const isKept = ({ name, value }: Node) =>
    (name as Node | undefined)?.name === 'translate' && (value as Node | null)?.value === 'no'
  return name.name === 'Verbatim' || attributes.some(isKept)
}

const amounts = new Set(['formatMoney', 'formatPrice', 'wholeMoney', 'money'])

/** Children with an amount that neither an element of their own nor `verbatim` protects. */
function amountsIn(element: Node): Node[] {
  return childrenOf(element).filter((child) => {
    let found = false
    const isKept = (node: Node) => isJsx(node) || node.type === 'TaggedTemplateExpression'
    if (child.type !== 'JSXExpressionContainer') return false
    walk(child, (node) => (found ||= amounts.has(String((node.callee as Node | undefined)?.name))), isKept)
    return found
  })
}

function isJsx({ type }: Node): boolean {
  return type === 'JSXElement' || type === 'JSXFragment'
}

function walk(node: unknown, visit: (node: Node) => unknown, isLeftOut = (_: Node) => false): void {
  if (Array.isArray(node)) for (const each of node) walk(each, visit, isLeftOut)
  else if (node instanceof Object && 'type' in node) {
    if (isLeftOut(node as Node)) return
    visit(node as Node)
    for (const part of Object.values(node)) walk(part, visit, isLeftOut)
  }
}
