// PicoRV32 with multiplier and divider, with the internal signals that a simulation needs.
module picorv32_box (
  input  logic        clk_i,
  input  logic        rst_ni,

  output logic        mem_valid_o,
  output logic        mem_instr_o,
  input  logic        mem_ready_i,
  output logic [31:0] mem_addr_o,
  output logic [31:0] mem_wdata_o,
  output logic [3:0]  mem_wstrb_o,
  input  logic [31:0] mem_rdata_i,

  // Interface for instructions that the core itself does not have.
  output logic        pcpi_valid_o,
  output logic [31:0] pcpi_insn_o,
  output logic [31:0] pcpi_rs1_o,
  input  logic        pcpi_wr_i,
  input  logic [31:0] pcpi_rd_i,
  input  logic        pcpi_wait_i,
  input  logic        pcpi_ready_i,

  // The core has reached an instruction that it cannot execute, and does not continue.
  output logic        trap_o,
  output logic [31:0] pc_o,
  // The core is about to load or store at an address that is not a multiple of the size. The core
  // then traps. Its memory port may still request the word before the trap.
  output logic        misaligned_o,
  output logic [31:0] access_addr_o,
  output logic        access_we_o,
  // Value of a register.
  input  logic [4:0]  number_i,
  output logic [31:0] value_o
);
  picorv32 #(
    .ENABLE_PCPI(1),
    .ENABLE_MUL(1),
    .ENABLE_DIV(1),
    .BARREL_SHIFTER(1),
    .PROGADDR_RESET(32'h1000_0080)
  ) u_core (
    .clk(clk_i), .resetn(rst_ni), .trap(trap_o),
    .mem_valid(mem_valid_o), .mem_instr(mem_instr_o), .mem_ready(mem_ready_i),
    .mem_addr(mem_addr_o), .mem_wdata(mem_wdata_o), .mem_wstrb(mem_wstrb_o),
    .mem_rdata(mem_rdata_i),
    .mem_la_read(), .mem_la_write(), .mem_la_addr(), .mem_la_wdata(), .mem_la_wstrb(),
    .pcpi_valid(pcpi_valid_o), .pcpi_insn(pcpi_insn_o), .pcpi_rs1(pcpi_rs1_o), .pcpi_rs2(),
    .pcpi_wr(pcpi_wr_i), .pcpi_rd(pcpi_rd_i), .pcpi_wait(pcpi_wait_i),
    .pcpi_ready(pcpi_ready_i),
    .irq('0), .eoi(), .trace_valid(), .trace_data()
  );

  assign pc_o = u_core.reg_pc;
  assign access_addr_o = u_core.reg_op1;
  assign access_we_o = u_core.mem_do_wdata;
  assign misaligned_o = (u_core.mem_do_rdata | u_core.mem_do_wdata) &
    (u_core.mem_wordsize == 0 ? u_core.reg_op1[1:0] != 0
                              : u_core.mem_wordsize == 1 & u_core.reg_op1[0]);
  assign value_o = number_i == 0 ? '0 : u_core.cpuregs[number_i];
endmodule
