"""What APIs say when they refuse, and which rules speak of it.

Only the stable parts of each message are here: ids, numbers and names in it are ``{}``. The
source is a public report of that kind, or who says it.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

__all__ = ["KNOWN_MESSAGES", "KnownMessage"]


@frozen
class KnownMessage:
    """A message of an API with ``{}`` where it varies; the rules, the likeliest first; a source."""

    parts: str
    rules: tuple[str, ...]
    source: str


#: A message a line: its stable parts, the names of rules, a source.
_TABLE: Final = r"""
# Calls and results: OpenAI and what speaks its format.
messages with role 'tool' must be a response to a prece{}ding message with 'tool_calls' | tool-result-without-call tool-result-not-adjacent tool-result-before-call | run-llama/llama_index#10493
an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id' | tool-call-without-result tool-result-not-adjacent last-turn-pending-call | BloomLabsInc/genkit-plugins#225
tool_call_ids did not have response messages | tool-call-without-result last-turn-pending-call | agno-agi/agno#3105
insufficient tool messages following tool_calls message | tool-call-without-result last-turn-pending-call | langchain-ai/langchain#33265
messages with role 'function' must be a response to a preceding message with 'function_call' | legacy-call tool-result-without-call | OpenAI's API
no tool output found for {} call | tool-call-without-result tool-result-not-adjacent | deepseek responses, a recorded answer
no tool call found for {} call output with call_id | tool-result-without-call custom-call-output-type | openai/openai-agents-python#4322
# Calls and results: Anthropic.
tool_use` ids were found without `tool_result` blocks immediately after | tool-call-without-result tool-result-not-adjacent tool-result-not-first | anthropics/claude-code#5989
tool_use ids were found without tool_result blocks immediately after | tool-call-without-result tool-result-not-adjacent tool-result-not-first | lidge-jun/opencodex#620
each `tool_use` block must have a corresponding `tool_result` block in the next message | tool-call-without-result tool-result-not-adjacent | anthropics/claude-code#7929
unexpected `tool_use_id` found in `tool_result` blocks | tool-result-without-call tool-result-not-adjacent | zed-industries/zed#37021
each `tool_result` block must have a corresponding `tool_use` block in the previous message | tool-result-without-call tool-result-wrong-id tool-result-not-adjacent | RooCodeInc/Roo-Code#9952
each tool_use must have a single result | duplicate-tool-result | RooCodeInc/Roo-Code#9248
found multiple `tool_result` blocks with id | duplicate-tool-result | cline/cline#7419
`tool_use` ids must be unique | duplicate-tool-call-id | Kilo-Org/kilocode#5150
`{}_tool_result` block without a corresponding `server_tool_use` | server-tool-pair | anthropics/claude-code#65726
unexpected `tool_use_id` found in `{}_tool_result` blocks | server-tool-pair | can1357/oh-my-pi#6496
# Calls and results: Gemini, Bedrock, Mistral.
number of function response parts is equal to the number of function call parts | tool-result-count tool-results-split sequential-batches-merged tool-call-without-result | google-gemini/gemini-cli#4217
function call turn comes immediately after a user turn or after a function response turn | call-turn-position first-turn-not-user | google-gemini/gemini-cli#11814
function response turn comes immediately after a function call turn | tool-result-not-adjacent tool-result-without-call | GoogleCloudPlatform/generative-ai#368
function_response.name: {} cannot be empty | tool-result-name | 0xPlaygrounds/rig#515
toolconfig field must be defined when using tooluse and toolresult | tool-history-without-tools | langgenius/dify#17545
expected toolresult blocks at {} for the following ids | tool-call-without-result tool-results-split | agno-agi/agno#6698
number of toolresult blocks at {} exceeds the number of tooluse blocks | tool-result-without-call duplicate-tool-result tool-result-count | strands-agents/harness-sdk#1435
conversation blocks and tool result blocks cannot be provided in the same turn | result-turn-mixed | langchain-ai/langchain-aws#141
conversation blocks and tool use blocks cannot be provided in the same turn | call-turn-mixed | quarkiverse/quarkus-langchain4j#1983
content field at {} toolresult cannot be empty when status value is error | tool-result-empty | aws-samples/sample-multi-agent-orchestration-chat-on-agentcore#15
not the same number of function calls and responses | tool-result-count tool-call-without-result duplicate-tool-result | mistralai/client-ts#106
unexpected role 'user' after role 'tool' | tool-then-user | pipecat-ai/pipecat-flows#178
unexpected role 'tool' after role 'user' | tool-result-without-call tool-result-not-adjacent | charmbracelet/crush#279
unexpected role roleenum.tool | tool-result-without-call | mistralai/mistral-inference#135
unexpected role 'system' after role | system-not-first | mistral-common
assistant message must have either content or tool_calls, but not both | call-turn-mixed | langchain-ai/langchain#21196
assistant message must have either content or tool_calls | empty-assistant-message | mistral-common
expected last role user or tool | last-turn-assistant | crewAIInc/crewAI#6973
# Roles and order.
conversation roles must alternate user/assistant | consecutive-same-role first-turn-not-user | vllm-project/vllm#6862
conversation roles must alternate | consecutive-same-role first-turn-not-user | charmbracelet/crush#279
roles must alternate between "user" and "assistant" | consecutive-same-role | BerriAI/litellm#3474
roles must alternate | consecutive-same-role | coaidev/coai#209
user and assistant roles should be alternating | consecutive-same-role tool-then-user | perplexityai/api-discussion#265
first message must use the "user" role | first-turn-not-user | posit-dev/py-shiny#1530
a conversation must start with a user message | first-turn-not-user | strands-agents/harness-sdk#120
conversation must end with a user message | last-turn-assistant | anomalyco/opencode#19115
does not support assistant message prefill | last-turn-assistant | Arize-ai/phoenix#15392
at least one message is required | no-user-message no-messages | langchain-ai/langchain#30764
conversation must have at least one message | no-user-message no-messages | braintrustdata/braintrust-proxy#250
system message must be at the beginning | system-not-first multiple-system | vllm-project/vllm#44505
unexpected role "system" | system-not-first | swarmauri/swarmauri-sdk#276
please use a valid role: user, model | unknown-role developer-role | a recorded answer of Gemini
messages[{}].role' does not support 'system' with this model | developer-role | a recorded answer of OpenAI
unexpected role "developer" | developer-role | vastsa/PI-Desktop#30
unknown variant `developer` | developer-role | lich0821/ccNexus#135
is not one of ['system', 'assistant', 'user', 'function', 'tool' | unknown-role developer-role | langgenius/dify#9294
# Emptiness and text.
text content blocks must be non-empty | empty-text-block | anthropics/claude-code#62396
text content blocks must contain non-whitespace text | empty-text-block | livekit/agents#1789
must have non-empty content except for the optional final assistant message | empty-text-block empty-assistant-message | vercel/ai#5576
text field in the contentblock object at {} is blank | empty-text-block | livekit/agents#1789
content field in the message object at {} is empty | empty-content-array empty-assistant-message | strands-agents/harness-sdk#1562
contents.parts must not be empty | empty-parts | google-gemini/gemini-cli#7769
unable to submit request because it must include at least one parts field | empty-parts | google/adk-python#2216
must include at least one parts field | empty-parts | langchain-ai/langchain-google#874
[] is too short - 'messages.{}.tool_calls' | empty-tool-calls-array | mlflow/mlflow#14410
tool_calls': empty array | empty-tool-calls-array | openai/openai-node#1341
tool_calls: empty array. expected an array with minimum length 1 | empty-tool-calls-array | openai/openai-node#1341
messages[{}].content': empty array | empty-content-array | n8n-io/n8n#36774
invalid 'messages': empty array | no-messages | OpenAI's API
expected a string, got null | missing-content empty-assistant-message | solbrowse/extension#16
missing required parameter: 'messages[{}].content[{}].type' | unknown-part | a recorded answer of OpenAI
final assistant content cannot end with trailing whitespace | final-assistant-trailing-whitespace | langchain-ai/langchain#35072
no low surrogate in string | invalid-unicode | anthropics/claude-code#4503
not valid json: no low surrogate | invalid-unicode | coder/coder#26637
surrogates not allowed | invalid-unicode | anthropics/claude-code#4503
invalid type for 'messages[{}].content': expected one of a string or array | unreadable-value missing-content | OpenAI's API
content': string too long. expected a string with maximum length | string-lengths | gptscript-ai/clio#41
no tool invocation found for tool call | approval-parts | vercel/ai#10203
invalid value: '{}'. supported values are: 'function' | unknown-call-type | OpenAI's API
missing required parameter: 'messages[{}].content[{}].image_url | media-without-source | OpenAI's API
# Ids, names.
tool_calls[{}].id': string too long | tool-call-id-too-long | microsoft/autogen#6377
call_id': string too long | tool-call-id-too-long | AnswerDotAI/fastllm#45
tool_use.id: string should match pattern | tool-call-id-charset | run-llama/llama_index#22775
tooluseid' failed to satisfy constraint | tool-call-id-charset tool-call-id-too-long | openclaw/openclaw#4700
tool call id was {} but must be a-z, a-z, 0-9, with a length of 9 | tool-call-id-charset | langchain-ai/langchain#24668
missing required parameter: 'messages[{}].tool_call_id' | tool-call-id-missing | google/adk-go#679
missing required parameter: 'messages[{}].tool_calls[{}].id' | tool-call-id-missing | ducks/claux#40
tools[{}].function.name': string does not match pattern | tool-name-format | github/copilot-cli#1879
invalid 'tools[{}].function.name' | tool-name-format | microsoft/vscode#243602
tools.{}.name: string should match pattern | tool-name-format | modelcontextprotocol/modelcontextprotocol#1345
tool_calls[{}].function.name': string does not match pattern | history-tool-name | vercel/ai#17777
tool_calls[{}].function.name': empty string | history-tool-name | aaif-goose/goose#10890
tool_use.name: string should | history-tool-name | anomalyco/opencode#48750
messages[{}].name': string does not match pattern | message-name-format | microsoft/semantic-kernel#9340
messages.{}.name: extra inputs are not permitted | message-name-unsupported unknown-message-key | microsoft/autogen#5401
extra inputs are not permitted | unknown-message-key reasoning-content-forbidden | OpenMinis/OpenMinis#87
extraneous key [ | unknown-message-key tool-result-content-type | a recorded answer of Bedrock
tool names must be unique | duplicate-tool-declaration | Anthropic's API
duplicate function declaration | duplicate-tool-declaration | Gemini's API
# Declarations.
schema must be a json schema of 'type: "object"' | schema-root-not-object | farion1231/cc-switch#5490
input_schema.type: field required | schema-root-not-object | alibaba/spring-ai-alibaba#4576
object schema missing properties | schema-no-arguments | livekit/agents#5082
should be non-empty for object type | schema-no-arguments | dust-tt/dust#12905
is not of type 'array' | schema-required-not-list | NousResearch/hermes-agent#66964
array schema missing items | schema-array-without-items | catatafishen/agentbridge#424
items: missing field | schema-array-without-items | catatafishen/agentbridge#424
unknown name "{}" at 'tools[{}].function_declarations | schema-unsupported-keyword | router-for-me/CLIProxyAPI#97
a functiondeclaration in the request exceeds the maximum allowed nesting depth | schema-ref-cycle | google-gemini/gemini-cli#5923
recursive json schemas are not currently supported | schema-ref-cycle | Avick3110/houseCARL#730
when using any_of, it must be the only field set | schema-unsupported-keyword | danny-avila/LibreChat#6971
# Arguments and results.
arguments must be in json format | arguments-invalid-json | agentscope-ai/agentscope-java#1147
function.arguments must be valid json | arguments-invalid-json | justrach/codegraff#752
can only get item pairs from a mapping | arguments-invalid-json arguments-not-object | earendil-works/pi#6284
tool_use.input: input should be a valid dictionary | arguments-not-object | BerriAI/litellm#5064
tool_use.input: field required | arguments-empty-string arguments-not-object | pipecat-ai/pipecat#409
function_response.response" (type.googleapis.com/google.protobuf.struct), cannot start list | function-response-not-object | google/adk-js#347
cannot start list | function-response-not-object | AstrBotDevs/AstrBot#7216
invalid value: 'input_text'. supported values are: 'output_text' and 'refusal' | responses-content-type | brightwave-inc/tidebreak#1536
invalid value: 'output_text'. supported values are: 'input_text' | responses-content-type | strands-agents/harness-sdk#3399
function.arguments': expected a string, but got an object | arguments-type | aaif-goose/goose-mobile#20
content': expected one of a string or array of objects, but got an object | tool-result-content-type unreadable-value | coze-dev/coze-studio#2317
toolresult blocks at {} contain duplicate ids | duplicate-tool-result duplicate-tool-call-id | BerriAI/litellm#20047
tooluse blocks at {} contain duplicate ids | duplicate-tool-call-id | bvcyber/Cyber-AutoAgent-ng#72
does not match any variant of textpart | refusal-part unknown-part | Oaklight/llm-rosetta#427
# Media.
content blocks are expected to be either text or image_url type | unknown-part image-not-supported refusal-part | a recorded answer of OpenAI
no endpoints found that support image input | image-not-supported | patlux/pi-commandcode-provider#60
unknown variant `image_url`, expected `text` | image-not-supported image-role-not-allowed | openai/codex#11349
image urls are only allowed for messages with role 'user' | image-role-not-allowed | OpenHands/OpenHands#7700
image dimensions exceed max allowed size for many-image requests: 2000 pixels | image-too-large-many | letta-ai/letta-code#615
image dimensions exceed max allowed size: 8000 pixels | image-too-large | anthropics/claude-code#4778
image exceeds 5 mb maximum | image-too-large | anthropics/claude-code#4778
too many images and documents | image-count document-count | aws-samples/generative-ai-use-cases#1685
duplicate document name | document-name-duplicate | BerriAI/litellm#30093
duplicate document names | document-name-duplicate | ag-ui-protocol/ag-ui#2425
file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets | document-name-format | vercel/ai#20366
text field is required when a document | document-needs-text | AWS's API reference
image does not match the provided media type | media-type-mismatch | Anthropic's API
# Reasoning.
expected `thinking` or `redacted_thinking`, but found | thinking-block-missing | anomalyco/opencode#3077
a final `assistant` message must start with a thinking block | thinking-block-missing | OpenRouterTeam/ai-sdk-provider#162
when thinking is disabled, an `assistant` message in the final position cannot contain `thinking` | thinking-when-disabled | tailcallhq/forgecode#1853
thinking.signature: field required | thinking-unsigned | code-yeongyu/oh-my-openagent#2775
invalid `signature` in `thinking` block | thinking-foreign-signature thinking-unsigned thinking-bound-to-prefix | ding113/claude-code-hub#518
the block is bound to a different conversation | thinking-bound-to-prefix | anomalyco/opencode#48637
the `system` prompt differs from the one this block was created with | thinking-bound-to-prefix volatile-prefix | anomalyco/opencode#48637
blocks in the latest assistant message cannot be modified | thinking-modified | anthropics/claude-code#63284
is missing a thought_signature | thought-signature-missing | octos-org/octos#1897
thought signature is not valid | thinking-foreign-signature thought-signature-missing | NoeFabris/opencode-antigravity-auth#368
`reasoning_content` in the thinking mode must be passed back | reasoning-content-missing | earendil-works/pi#3636
`reasoning_text` in the thinking mode must be passed back | reasoning-content-missing | rikkahub/rikkahub#1690
reasoning_content is missing in assistant tool call message | reasoning-content-missing | syt2/paper-chat-for-zotero#16
property 'reasoning_content' is unsupported | reasoning-content-forbidden unknown-message-key | langchain-ai/langchain#34166
of type 'reasoning' was provided without its required following item | reasoning-item-orphan reasoning-item-adjacency | vercel/ai#7099
was provided without its required 'reasoning' item | reasoning-item-missing reasoning-item-adjacency | continuedev/continue#11994
missing required parameter: 'input[{}].summary' | reasoning-item-summary | am17an/llama.cpp#50
missing required field `summary` | reasoning-item-summary | newo-ether/Agora#141
reasoning input items can only be provided to a reasoning or computer use model | reasoning-for-nonreasoning-model | openai/openai-agents-python#2602
expected an id that begins with | responses-item-id-prefix | mastra-ai/mastra#10815
expected an id that contains letters, numbers, underscores, or dashes | responses-item-id-charset | CopilotKit/CopilotKit#6117
items are not persisted when `store` is set to false | responses-item-id-stateless | langchain-ai/langchain#38372
item with id '{}' not found | responses-item-id-stateless | NousResearch/hermes-agent#10217
# Cache.
a maximum of {} blocks with cache_control may be provided | cache-breakpoint-count | tghamm/Anthropic.SDK#50
a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block | cache-ttl-order | headroomlabs-ai/headroom#2939
cache_control cannot be set for empty text blocks | cache-on-empty-block empty-text-block | askalf/dario#1066
cache_control: extra inputs are not permitted | cache-on-empty-block | vercel/eve#2753
"""


def _read(line: str) -> KnownMessage:
    parts, rules, source = line.rsplit(" | ", 2)
    return KnownMessage(parts, tuple(rules.split()), source)


KNOWN_MESSAGES: Final = tuple(
    _read(line) for line in _TABLE.splitlines() if line and not line.startswith("# ")
)
