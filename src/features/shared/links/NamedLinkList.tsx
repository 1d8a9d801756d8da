import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { capital } from '../../../core/words.ts';
import { type NamedLink, type NamedLinks, NOT_KEPT } from '../../../state/address/namedLinks.ts';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { useStore } from '../services.tsx';
import css from './links.module.css';

interface NamedLinkListProps {
  readonly links: NamedLinks;
  /** What one link is called: "bookmark". `title` names the list: "Bookmarks". */
  readonly noun: string;
  readonly title: string;
  readonly suggested: string;
  /** The address that a new link gets. */
  readonly address: () => string;
  readonly onGo: () => void;
  /** Whether a link can be followed; default: all can. */
  readonly canFollow?: (link: NamedLink) => boolean;
  /** Further buttons for a link. */
  readonly tools?: (link: NamedLink) => ReactNode;
}

/** A list of named links. It adds a link to what is shown, and follows, copies, renames and deletes links. */
export function NamedLinkList(props: NamedLinkListProps): ReactNode {
  const { links, noun } = props;
  const list = useStore(links);
  const [name, setName] = useState(props.suggested);
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  /** The index of the link that was just renamed. */
  const [renamed, setRenamed] = useState<number>();
  const isThere = list.some((link) => link.name === name.trim());
  const add = (): void => {
    const refused = links.add(name, props.address());
    setFault(refused);
    if (refused === undefined) announce(`${capital(noun)} ${name} ${isThere ? 'replaced' : 'added'}`);
  };
  return (
    <>
      <div className={css.add}>
        <TextField
          label={`${capital(noun)} name`}
          value={name}
          onChange={setName}
          focusOnOpen
          ref={field}
          error={fault}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add();
          }}
        />
        <Button look="primary" onPress={add}>
          {isThere ? 'Replace' : 'Add'}
        </Button>
      </div>
      {!links.isKept() && (
        <p className={css.note} role="alert">
          {NOT_KEPT}
        </p>
      )}
      {list.length === 0 ? (
        <p className={css.note}>None yet.</p>
      ) : (
        <ul className={css.list} aria-label={props.title}>
          {list.map((link, at) => (
            <Entry
              key={link.name}
              {...props}
              link={link}
              isRenamed={renamed === at}
              onRenamed={(ended) => setRenamed(ended ? at : undefined)}
              onGone={() => field.current?.focus()}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Entry({
  link,
  links,
  noun,
  onGo,
  canFollow,
  tools,
  isRenamed,
  onRenamed,
  onGone,
}: NamedLinkListProps & {
  readonly link: NamedLink;
  /** Renaming the link has just ended: its button takes the focus back, and then reports that it has it. */
  readonly isRenamed: boolean;
  readonly onRenamed: (hasEnded: boolean) => void;
  /** Called when the link was deleted, which also removed the focused button. */
  readonly onGone: () => void;
}): ReactNode {
  const { name, address } = link;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isRenamed || isOpen) return;
    button.current?.focus();
    onRenamed(false);
  }, [isRenamed, isOpen, onRenamed]);
  if (isOpen) {
    const end = (): void => {
      onRenamed(true);
      setOpen(false);
    };
    return <Renaming {...{ link, links, onEnd: end }} />;
  }
  return (
    <li className={css.entry}>
      {canFollow?.(link) !== false ? (
        <a className={css.link} href={address} onClick={onGo}>
          {name}
        </a>
      ) : (
        <span className="clip rest">{name}</span>
      )}
      {tools?.(link)}
      <CopyButton
        label={`Copy link to ${name}`}
        size="small"
        look="subtle"
        text={() => `${location.origin}${location.pathname}${address}`}
      />
      <IconButton
        label={`Rename ${name}`}
        icon={<Pencil />}
        size="small"
        onPress={() => setOpen(true)}
        ref={button}
      />
      <IconButton
        label={`Delete ${name}`}
        icon={<Trash2 />}
        size="small"
        onPress={() => {
          links.remove(name);
          onGone();
          announce(`${capital(noun)} ${name} deleted`);
        }}
      />
    </li>
  );
}

function Renaming({
  link: { name },
  links,
  onEnd,
}: Pick<NamedLinkListProps, 'links'> & {
  readonly link: NamedLink;
  readonly onEnd: () => void;
}): ReactNode {
  const [typed, setTyped] = useState(name);
  const [fault, setFault] = useState<string>();
  const rename = (): void => {
    const refused = links.rename(name, typed);
    setFault(refused);
    if (refused === undefined) onEnd();
  };
  return (
    <li className={css.entry}>
      <div className={css.rename}>
        <TextField
          label={`New name of ${name}`}
          hideLabel
          value={typed}
          onChange={setTyped}
          focusOnOpen
          error={fault}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              // The same key press must not activate the button that takes the focus back.
              event.preventDefault();
              rename();
            }
            if (event.key !== 'Escape') return;
            // Esc ends only the renaming, and does not close the dialog.
            event.stopPropagation();
            onEnd();
          }}
        />
      </div>
      <Button size="small" onPress={rename}>
        Rename
      </Button>
    </li>
  );
}
