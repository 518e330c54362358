import type { Decision, RuleRef, Source } from '../generated/contract';
import { Badge, Clock, KeyValue, Note, Verdict } from '../shared/components';
import { useWireWord, useWords } from '../shared/words';
import styles from './DecisionStory.module.css';

interface DecisionStoryProps {
  /** The decision in words, where the host said it. */
  sentence?: string;
  decision: Decision;
}

/** Why a call is allowed, asked or denied: the verdict, the layers it went through, and every rule. */
export function DecisionStory({ sentence, decision }: DecisionStoryProps) {
  const words = useWords();
  const wire = useWireWord();
  const { verdict, code, deciding_rule: deciding, beside, overruled } = decision;
  return (
    <div className={styles.story}>
      <div className={styles.answer}>
        <Verdict verdict={verdict} />
        <p>{sentence ?? wire('code', code)}</p>
      </div>
      <KeyValue
        items={[
          [
            words('decision.code'),
            <span key="code">
              {wire('code', code)} <code className={styles.exact}>{code}</code>
            </span>,
          ],
          [
            words('decision.layer'),
            decision.layer === null ? words('decision.layer.none') : wire('layer', decision.layer),
          ],
          [words('decision.revision'), decision.policy_revision],
          ...(decision.approval === null
            ? []
            : [[words('decision.approval'), <code key="approval">{decision.approval}</code>] as const]),
          ...(decision.tool_pin === null
            ? []
            : [[words('decision.pin'), <code key="pin">{decision.tool_pin.slice(0, 24)}…</code>] as const]),
        ]}
      />
      <Ladder decision={decision} />
      {deciding !== null && <Rules title={words('decision.deciding')} rules={[deciding]} />}
      {beside.length > 0 && (
        <Rules title={words('decision.beside')} hint={words('decision.beside.what')} rules={beside} />
      )}
      {overruled.length > 0 && (
        <Rules
          title={words('decision.overruled')}
          hint={words('decision.overruled.what')}
          rules={overruled}
        />
      )}
      {deciding === null && <Note>{words('decision.norule')}</Note>}
    </div>
  );
}

/** The layers from the strongest down, what each said, and where it was decided. */
function Ladder({ decision }: { decision: Decision }) {
  const words = useWords();
  const wire = useWireWord();
  const decidedAt = decision.trace.findIndex((step) => step.layer === decision.layer);
  return (
    <section>
      <h3 className={styles.title}>{words('decision.ladder')}</h3>
      <ol className={styles.ladder}>
        {decision.trace.map((step, index) => (
          <li key={step.layer} data-decides={index === decidedAt || undefined}>
            <span className={styles.layer}>{wire('layer', step.layer)}</span>
            <Verdict verdict={step.verdict} />
            <span className={styles.patterns}>
              {step.rules.map((rule) => (
                <code key={rule.id}>
                  {wire('verdict', rule.effect)} {rule.pattern}
                </code>
              ))}
            </span>
            {index === decidedAt && <Badge strong>{words('decision.decides')}</Badge>}
          </li>
        ))}
        {decision.layer === 'unlisted' && decidedAt < 0 && (
          <li data-decides>
            <span className={styles.layer}>{wire('layer', 'unlisted')}</span>
            <Verdict verdict={decision.verdict} />
            <span className={styles.patterns}>{words('decision.unlisted')}</span>
            <Badge strong>{words('decision.decides')}</Badge>
          </li>
        )}
      </ol>
    </section>
  );
}

function Rules({ title, hint, rules }: { title: string; hint?: string; rules: readonly RuleRef[] }) {
  const words = useWords();
  const wire = useWireWord();
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule.id}>
            <p className={styles.rule}>
              <Verdict verdict={rule.effect} />
              <code>{rule.pattern}</code>
              <Badge>{wire('layer', rule.layer)}</Badge>
            </p>
            <Origin source={rule.source} />
            {rule.look_alike && <p className={styles.hint}>{words('decision.lookalike')}</p>}
            <p className={styles.id}>
              {words('decision.rule.id')} <code>{rule.id}</code>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where a rule was written: in which line of which pack, or by whom. */
function Origin({ source }: { source: Source }) {
  const words = useWords();
  switch (source.kind) {
    case 'pack':
      return (
        <p className={styles.origin}>
          {words('origin.pack', { pack: source.pack, version: source.version })}{' '}
          <code>
            {source.file}:{source.line}
          </code>
        </p>
      );
    case 'person':
      return (
        <p className={styles.origin}>
          {words('origin.person', { who: source.who })} <Clock at={source.at} day />
          {source.note !== '' && <q className={styles.note}>{source.note}</q>}
        </p>
      );
    case 'world':
      return <p className={styles.origin}>{words('origin.world')}</p>;
  }
}
